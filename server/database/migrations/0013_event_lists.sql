-- Lists are read along these, the next event first, and no further than their page.
CREATE INDEX events_next ON events USING btree (starts_at,id) WHERE enabled;
CREATE INDEX events_next_of_org ON events USING btree (org_id,starts_at,id) WHERE enabled;
CREATE INDEX events_next_of_kind ON events USING btree (kind,starts_at,id) WHERE enabled;
CREATE INDEX events_next_of_org_kind ON events USING btree (org_id,kind,starts_at,id) WHERE enabled;
-- What has begun and is not over: few of all that ever began.
CREATE INDEX events_span ON events USING gist (tstzrange(starts_at, greatest(starts_at, ends_at))) WHERE enabled;
-- Words of three letters and more, then one letter, two, and what stands between words.
CREATE INDEX events_words ON events USING gin (search gin_trgm_ops) WITH (fastupdate=off) WHERE enabled;
CREATE INDEX events_letters ON events USING gin ((portal_pairs(search) || string_to_array(search, NULL))) WITH (fastupdate=off) WHERE enabled;
