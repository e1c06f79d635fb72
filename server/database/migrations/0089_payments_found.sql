-- Orders that were paid before.
UPDATE orders SET search = found.search FROM searched_orders found WHERE found.id = orders.id AND orders.status IN ('paid', 'refunded');
CREATE INDEX orders_search ON orders USING gin (org_id, search gin_trgm_ops) WHERE status IN ('paid', 'refunded');
-- And by amount.
CREATE INDEX orders_totals ON orders USING btree (org_id, total) WHERE status IN ('paid', 'refunded');
