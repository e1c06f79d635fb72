-- A repeated request finds its order by what is bought, whatever else its selection says. The version before compares whole selections
-- (`selection_hash`), which are written for it until the next version drops them.
ALTER TABLE orders ADD COLUMN lines_hash text;
