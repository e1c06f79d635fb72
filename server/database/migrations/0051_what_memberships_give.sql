-- What a membership gives, in the club's own words: {"da": …, "en": …}. Empty where the club wrote nothing. The version before names no such column.
ALTER TABLE membership_configurations ADD COLUMN benefits jsonb DEFAULT '{"da": ""}' NOT NULL;
