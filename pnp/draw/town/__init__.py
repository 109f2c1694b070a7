"""The town that fills a map: streets, places and a box in; land, water, blocks, roofs and trees out, as scene items."""
