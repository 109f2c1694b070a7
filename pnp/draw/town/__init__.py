"""The town that fills a map: from streets, places and a box to land, water, blocks, roofs and trees as scene items."""
