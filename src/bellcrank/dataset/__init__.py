"""The text of datasets (`.adm`) and command files (`.acf`): lines, statements, numbers, layout. Knows no element."""
