-- formerly dce7a957fd1fafc9565aac19e6e3161dd87409d5fa36955b43bdc1f16cbfb4a8
-- formerly d7472b1da4dce29ec42b71ae48995c33ea9fffa5d0718b558aea6d2df8298afd
-- Counted as exactly as the folded text: a search of a few letters is planned by how many members have them.
ALTER INDEX members_letters ALTER COLUMN 1 SET STATISTICS 1000;
ANALYZE members;

--> concurrently
-- Everybody in the order of the lists, also who is disabled, archived or somebody's participant, with all that the searches look at.
DROP INDEX CONCURRENTLY IF EXISTS members_listed;
CREATE INDEX CONCURRENTLY IF NOT EXISTS members_listed ON members USING btree (listed, id) INCLUDE (first_name, last_name, email, folded, enabled, archived_at, parent_id);
