-- Searching in one club's threads looks at those of no other. What is in the way of others goes first.
DROP INDEX threads_search;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX threads_search ON threads USING gin (org_id,search gin_trgm_ops);

-- Visitors whose name and address the portal is to forget.
CREATE INDEX threads_of_visitors ON threads USING btree (last_at) WHERE visitor_email <> '';
