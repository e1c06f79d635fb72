-- formerly cb6b09f9ac9ad4c99414abee13722fcd91ab00d88e37da6cf81faba8f0449bed
-- What the replaced trial is called in both languages, as at the purchase. Null for lines of the version before.
ALTER TABLE order_lines ADD COLUMN replaces_texts jsonb;

--> later, in batches of order_lines
UPDATE order_lines SET replaces_texts = (
  SELECT name_texts FROM membership_configurations seasons
  WHERE seasons.org_id = orders.org_id AND seasons.name_texts ->> 'da' = order_lines.replaces_trial AND seasons.name_texts ? 'en' LIMIT 1
) FROM orders WHERE orders.id = order_lines.order_id AND order_lines.replaces_trial IS NOT NULL AND order_lines.id = ANY ($1);
