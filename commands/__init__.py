"""The commands of cli.py that deal with files, a module a group."""
