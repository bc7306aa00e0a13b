"""Careful readers and writers of the neighbouring tools' file formats, a module a format."""
