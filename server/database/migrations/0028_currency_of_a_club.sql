-- One currency for whatever a club sells; an order keeps the one it was made in. The columns that this replaces
-- (membership_configurations.currency, payment_configurations.currency_symbol) stay for a process of the version before.
ALTER TABLE organisations ADD COLUMN currency text DEFAULT 'DKK' NOT NULL CHECK (currency ~ '^[A-Z]{3}$');
UPDATE organisations SET currency = configured.currency_symbol
FROM payment_configurations configured
WHERE configured.org_id = organisations.id AND configured.enabled AND configured.currency_symbol ~ '^[A-Z]{3}$'
  AND configured.currency_symbol <> organisations.currency;
