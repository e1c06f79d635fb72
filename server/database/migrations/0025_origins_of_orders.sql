-- Who began an order. What an administrator prepared for its buyer is not replaced by what the buyer chooses otherwise. A process of
-- the version before writes none: its orders count as the buyer's own.
ALTER TABLE orders ADD COLUMN origin text NOT NULL DEFAULT 'buyer';
