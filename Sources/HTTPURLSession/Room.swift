// Filled by the first cut of this room.
