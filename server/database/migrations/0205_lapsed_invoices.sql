-- A search for what is owed also finds invoices that lapsed, among all orders of a club.
--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_lapsed ON orders USING btree (org_id, due_on, id) WHERE due_on IS NOT NULL AND status = 'expired';
