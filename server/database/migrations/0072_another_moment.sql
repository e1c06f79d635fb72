-- An office looks at an event's page as at another moment: a read sets it for its own read-only transaction, and nothing else does
-- (`asOf` in clock.ts). Everywhere else the setting is empty.
CREATE OR REPLACE FUNCTION portal_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('portal.as_of', true), '')::timestamptz, now() + "offset") FROM portal_clock
$$;
