-- formerly 6d7046fec11c87de8ad0b1fc39ee7d4e9714b4e36f75b563f5a3ccd21293046f
--> later, in batches of orders
-- Orders that were paid before.
UPDATE orders SET search = found.search FROM searched_orders found WHERE found.id = orders.id AND orders.status IN ('paid', 'refunded') AND orders.id = ANY ($1);

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_search ON orders USING gin (org_id, search gin_trgm_ops) WHERE status IN ('paid', 'refunded');
-- And by amount.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_totals ON orders USING btree (org_id, total) WHERE status IN ('paid', 'refunded');
