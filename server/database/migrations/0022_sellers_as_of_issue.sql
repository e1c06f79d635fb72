-- Who sold, as of the day a document was issued. Null is read from the club's row: a process of the version before writes none.
ALTER TABLE receipts ADD COLUMN seller jsonb;
ALTER TABLE credit_notes ADD COLUMN seller jsonb;
UPDATE receipts SET seller = jsonb_build_object('name', name, 'key', key, 'cvr', cvr, 'address', address, 'email', contact_email)
FROM organisations WHERE organisations.id = receipts.org_id;
UPDATE credit_notes SET seller = jsonb_build_object('name', name, 'key', key, 'cvr', cvr, 'address', address, 'email', contact_email)
FROM organisations WHERE organisations.id = credit_notes.org_id;
