"""Looking at what is written with the eyes of a browser."""
