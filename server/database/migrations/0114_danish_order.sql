-- formerly 3aba83459fbe7b6ea533df2c04d5c141a44b3ff4f1005b46eb58b8b0a8bed893
-- Lists are in Danish order: aa is å, ä and ö are æ and ø, ü is y, and other accents make no difference. Most names take the short way.
CREATE FUNCTION danish_order(whole text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN whole !~ '[^ -~æøåÆØÅ]' THEN replace(translate(lower(trim(whole)), 'æøå', '{|}'), 'aa', '}')
    ELSE translate(regexp_replace(normalize(replace(translate(lower(normalize(trim(whole), NFC)), 'æäøöőåüű', '{{|||}yy'), 'aa', '}'), NFKD),
      '[\u0300-\u036f]+', '', 'g'), 'đðł', 'ddl') END
$$;

CREATE OR REPLACE FUNCTION name_to_sort(first_name text, last_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT danish_order(first_name || ' ' || last_name) $$;

-- By first, then by last name. Stored, because a search sorts what it finds among a million.
ALTER TABLE members ADD COLUMN listed text
  GENERATED ALWAYS AS (danish_order(first_name) || E'\n' || danish_order(last_name)) STORED NOT NULL;
DROP INDEX members_listed;
CREATE INDEX members_listed ON members USING btree (listed, id) INCLUDE (first_name, last_name, email, folded) WHERE enabled AND archived_at IS NULL;
DROP INDEX organisations_listed;
CREATE INDEX organisations_listed ON organisations USING btree (danish_order(name), id) WHERE enabled;

--> later, in batches of event_entries
UPDATE event_entries SET sort_name = name_to_sort(first_name, last_name)
FROM members WHERE members.id = member_id AND sort_name IS DISTINCT FROM name_to_sort(first_name, last_name)
  AND event_entries.id = ANY ($1);
