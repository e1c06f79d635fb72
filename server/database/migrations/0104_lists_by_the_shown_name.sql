-- formerly f9ee1676d71435fde55a55236ab963568f560d2bfbd5aa8e8993fe00b1189363
-- Lists of people are sorted by the name that they show: the first name first.
CREATE OR REPLACE FUNCTION name_to_sort(first_name text, last_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT translate(lower(trim(first_name || ' ' || last_name)), 'æøåäöáàâéèêëíóôúüý', '{|}{|aaaeeeeioouuy') $$;

--> later, in batches of event_entries
UPDATE event_entries SET sort_name = name_to_sort(first_name, last_name)
FROM members WHERE members.id = member_id AND sort_name IS DISTINCT FROM name_to_sort(first_name, last_name)
  AND event_entries.id = ANY ($1);
