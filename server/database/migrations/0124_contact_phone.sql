-- Whom members call about an event; blank for nobody.
ALTER TABLE events ADD COLUMN contact_phone text NOT NULL DEFAULT '';
