-- Lists of people are sorted by the name that they show: the first name first.
CREATE OR REPLACE FUNCTION name_to_sort(first_name text, last_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT translate(lower(trim(first_name || ' ' || last_name)), 'æøåäöáàâéèêëíóôúüý', '{|}{|aaaeeeeioouuy') $$;

UPDATE event_entries SET sort_name = name_to_sort(first_name, last_name)
FROM members WHERE members.id = member_id AND sort_name IS DISTINCT FROM name_to_sort(first_name, last_name);
