-- formerly 2536c0f35b3afb6bf677420f0c81d7e07717e35c5e3f4d3460f0369ce42a94e4
-- Searches find a name however its apostrophe, its hyphen or what is unseen in it was typed.
CREATE OR REPLACE FUNCTION search_fold(whole text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(replace(replace(translate(
    translate(lower(regexp_replace(normalize(whole, NFKD),
      '[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff''`\u00b4\u02b9-\u02bd\u02c8\u2018-\u201b\u2032\u2035\ua78c\uff07]+', '', 'g')),
      'ÆØÐĐŁøðđłς', 'æoddloddlσ'),
    U&'\2010\2011\2012\2013\2014\2015\2212', '-------'),
    'æ', 'ae'), 'ß', 'ss'), '(a)a+|(o)e+', '\1\2', 'g')
$$;

-- Names are stored composed. Rows whose folded text changes are written again.
UPDATE organisations SET name = normalize(name, NFC)
WHERE folded <> search_fold(name || ' ' || city || ' ' || description_da || ' ' || description_en);

-- Events are found like everything else, by their English title, too. The version before reads `search` beside it.
ALTER TABLE events ADD COLUMN folded text
  GENERATED ALWAYS AS (search_fold(title || ' ' || kind || ' ' || place || ' ' || coalesce(title_texts->>'en', ''))) STORED NOT NULL;
DROP INDEX events_words;
DROP INDEX events_letters;
CREATE INDEX events_words ON events USING gin (folded gin_trgm_ops) WITH (fastupdate=off) WHERE enabled;
CREATE INDEX events_letters ON events USING gin ((portal_pairs(folded) || string_to_array(folded, NULL))) WITH (fastupdate=off) WHERE enabled;

--> later, in batches of members
UPDATE members SET first_name = normalize(first_name, NFC), last_name = normalize(last_name, NFC)
WHERE members.id = ANY ($1) AND (first_name IS NOT NFC NORMALIZED OR last_name IS NOT NFC NORMALIZED
  OR folded <> search_fold(first_name || ' ' || last_name || E'\n' || coalesce(email, '') || E'\n' || phone));

--> later, in batches of threads
UPDATE threads SET search = search WHERE search <> search_fold(search) AND id = ANY ($1);

--> later, in batches of orders
UPDATE orders SET search = search_fold(search) WHERE search <> search_fold(search) AND id = ANY ($1);
