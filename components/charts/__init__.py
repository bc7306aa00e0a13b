"""Charts of a comparison: each can be read in light and dark, saved as a picture, and its data taken along."""
