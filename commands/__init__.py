"""The commands of cli.py, a module a group; what a command needs is imported when it runs."""
