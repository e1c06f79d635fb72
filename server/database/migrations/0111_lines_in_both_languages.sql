-- formerly d8c74e2fbba632d03fddff3269be7a1b53eda825aba64bff8ba605f07ad7b95b
-- What a line is called, in both languages, as at the purchase. Null for lines of the version before; `title` and `category_name` stay Danish.
ALTER TABLE order_lines ADD COLUMN title_texts jsonb;
ALTER TABLE order_lines ADD COLUMN category_texts jsonb;

--> later, in batches of order_lines
UPDATE order_lines SET title_texts = events.title_texts FROM events
  WHERE events.id = order_lines.event_id AND events.title_texts ->> 'da' = order_lines.title AND events.title_texts ? 'en'
  AND order_lines.id = ANY ($1);

--> later, in batches of order_lines
UPDATE order_lines SET category_texts = event_categories.name_texts FROM event_categories
  WHERE event_categories.id = order_lines.category_id AND event_categories.name_texts ->> 'da' = order_lines.category_name
    AND event_categories.name_texts ? 'en'
  AND order_lines.id = ANY ($1);

--> later, in batches of order_lines
UPDATE order_lines SET title_texts = seasons.name_texts FROM membership_configurations seasons
  WHERE seasons.id = order_lines.configuration_id AND seasons.name_texts ->> 'da' = order_lines.title AND seasons.name_texts ? 'en'
  AND order_lines.id = ANY ($1);
