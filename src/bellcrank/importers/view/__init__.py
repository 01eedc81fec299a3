"""Adams View command files (.cmd): the files that build a model inside Adams View.

    commands    text -> commands with their arguments and lines
    values      numbers with units, design variables, expressions in parentheses
    statements  which command makes which statement, and which argument is which
    tables      elements and settings by these tables
    bodies      parts, markers, masses: what is more than a table
    cmd         the whole file

Nothing is executed that is not in these tables: no macros, no loops, no files. What is not known is told.
Reference     the files that Adams View itself exports, with the datasets it writes for the same models.
"""
