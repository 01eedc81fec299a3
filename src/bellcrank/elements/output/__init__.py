"""What is written and shown."""
