-- The same picture for small screens and cards; where there is none, the large one is served.
ALTER TABLE event_pictures ADD COLUMN small bytea;
