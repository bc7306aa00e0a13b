"""The two collections that come with the app, and the scripts that made what was not written by hand."""
