-- formerly 009dad61060f779dc570a3be596afb572be638269c0e0a961056f8d62c146867
-- A draft or a season is deleted without reading every order of every club for rows that may refer to it.

ALTER TABLE order_lines VALIDATE CONSTRAINT order_lines_adds_up;
ALTER TABLE order_lines VALIDATE CONSTRAINT order_lines_kind_columns;

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_event ON orders USING btree (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_lines_category ON order_lines USING btree (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_lines_configuration ON order_lines USING btree (configuration_id) WHERE configuration_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_entries_category ON event_entries USING btree (category_id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_entries_phase ON event_entries USING btree (phase_id) WHERE phase_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_entries_pool ON event_entries USING btree (pool_id) WHERE pool_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_categories_pool ON event_categories USING btree (pool_id) WHERE pool_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS coupons_event ON coupons USING btree (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_copied ON events USING btree (copied_from) WHERE copied_from IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS membership_configurations_copied ON membership_configurations USING btree (copied_from) WHERE copied_from IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS membership_terms_configuration ON membership_terms USING btree (configuration_id);
