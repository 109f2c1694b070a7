"""Checks on a map on paper."""

from pnp.checks.map.paper.places_on_paper import labels_too_close, off_map, places_too_close, same_label, unplaced_area
from pnp.checks.map.paper.roads_on_paper import crossing_roads, road_through_place

LAYOUT_CHECKS = (
    unplaced_area,
    off_map,
    same_label,
    places_too_close,
    labels_too_close,
    road_through_place,
    crossing_roads,
)
"""Checks on the positions of a map."""
