-- What a client that goes step by step calls a purchase; the term takes it over from the draft.
ALTER TABLE term_drafts ADD COLUMN reference_key text;
-- The browser that the payment window was opened for. Empty: a card was charged without one, or by the version before.
ALTER TABLE payments ADD COLUMN device text DEFAULT '' NOT NULL;
