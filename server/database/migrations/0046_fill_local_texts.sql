-- In a transaction of its own, so that the tables are read meanwhile.
UPDATE organisations SET description_texts = local_text(description_da, description_en);
UPDATE event_pictures SET alt_texts = local_text(alt_da, alt_en);
UPDATE coupons SET name_texts = local_text(name_da, name_en);
