-- Why a bought line ended, in today's words. Rows of earlier versions have other words, and so have those that a server of the version before
-- still writes during an update.
CREATE FUNCTION portal_end_cause(cause text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE cause
    WHEN 'given up' THEN 'cancelled by the holder'
    WHEN 'given back by the office' THEN 'refunded by the office'
    ELSE cause
  END
$$;
