-- A thousand clubs are searched and paged.

-- As people write a text who have no æ, ø and å, in two lines: Aarhus, and Arhus. Accents are dropped.
CREATE FUNCTION portal_plain(whole text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(replace(replace(plain, 'æ', 'ae'), 'ø', 'oe'), 'å', 'aa') || E'\n' || replace(translate(plain, 'øå', 'oa'), 'æ', 'ae')
  FROM (SELECT translate(lower(whole), 'áàâãäçéèêëíìîïñóòôõöúùûüý', 'aaaaaceeeeiiiinooooouuuuy') AS plain) lowered
$$;
ALTER TABLE organisations ADD COLUMN search text GENERATED ALWAYS AS (portal_plain(name || ' ' || city || ' ' || description_da || ' ' || description_en)) STORED NOT NULL;
CREATE INDEX organisations_listed ON organisations USING btree (name, id) WHERE enabled;
CREATE INDEX organisations_search ON organisations USING gin (search gin_trgm_ops);
