-- formerly ba9018ea768a044c4a6f0e02a66e95ff1f15267942073ec9245b270a9b2e7979
-- People and clubs are found by every word, in any order, however æ, ø, å and accents are written.

-- The same as `foldText` of the contract.
CREATE FUNCTION search_fold(whole text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(replace(replace(
    translate(lower(regexp_replace(normalize(whole, NFKD), '[\u0300-\u036f]+', '', 'g')), 'ÆØÐĐŁøðđłς', 'æoddloddlσ'),
    'æ', 'ae'), 'ß', 'ss'), '(a)a+|(o)e+', '\1\2', 'g')
$$;

-- The version before reads `search` beside it.
ALTER TABLE members ADD COLUMN folded text
  GENERATED ALWAYS AS (search_fold(first_name || ' ' || last_name || E'\n' || coalesce(email, '') || E'\n' || phone)) STORED NOT NULL;
ALTER TABLE members ALTER COLUMN folded SET STATISTICS 1000;
DROP INDEX members_search;
DROP INDEX members_letters;
DROP INDEX members_listed;
CREATE INDEX members_search ON members USING gin (folded gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX members_letters ON members USING gin ((portal_pairs(folded) || string_to_array(folded, NULL))) WITH (fastupdate=off);
CREATE INDEX members_listed ON members USING btree (first_name,last_name,id) INCLUDE (email, folded) WHERE enabled AND archived_at IS NULL;

ALTER TABLE organisations ADD COLUMN folded text
  GENERATED ALWAYS AS (search_fold(name || ' ' || city || ' ' || description_da || ' ' || description_en)) STORED NOT NULL;
DROP INDEX organisations_search;
CREATE INDEX organisations_search ON organisations USING gin (folded gin_trgm_ops);

-- Whatever version writes it.
CREATE FUNCTION threads_folded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_fold(NEW.search);
  RETURN NEW;
END $$;
CREATE TRIGGER threads_folded BEFORE INSERT OR UPDATE OF search ON threads FOR EACH ROW EXECUTE FUNCTION threads_folded();

--> later, in batches of threads
UPDATE threads SET search = search WHERE id = ANY ($1);
