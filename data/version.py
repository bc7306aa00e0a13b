"""The version of the app, as exports and messages name it."""

VERSION = "0.1.0"
