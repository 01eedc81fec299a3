/** Something that happens; listeners are told. */
export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();

  /** Listen; the result stops listening. */
  on(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}

/** A value that can be watched. */
export class Value<T> {
  private readonly changed = new Signal<T>();

  constructor(private current: T) {}

  get(): T {
    return this.current;
  }

  /** Change the value; listeners hear of it if it differs. */
  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    this.changed.emit(value);
  }

  /** Watch the value; the listener is called now and at every change. */
  watch(listener: (value: T) => void): () => void {
    listener(this.current);
    return this.changed.on(listener);
  }
}

/** Switch a truth value. */
export function toggle(value: Value<boolean>): void {
  value.set(!value.get());
}
