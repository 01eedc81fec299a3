"""Contact between solids: shapes and their fields, pairs that give samples, laws of force (docs/theory/contact.md)."""
