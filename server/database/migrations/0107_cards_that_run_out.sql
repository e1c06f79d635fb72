-- More about why automatic renewal ended; the version before reads `renewal_ended_because` alone.
ALTER TABLE memberships ADD COLUMN renewal_ended_detail text CHECK (renewal_ended_detail IN ('expired', 'not_renewable'));

-- What the payer was told before the amount rose, until they are told again.
ALTER TABLE renewals ADD COLUMN raised_from bigint;
