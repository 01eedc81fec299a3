"""The functions of the expression language, one file each (or one tight family); see expression/declaration.py."""
