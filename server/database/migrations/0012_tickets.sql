-- Keys that sign the codes on tickets. Public ones stay for good: what was printed with an old key still opens the door.
CREATE TABLE ticket_keys (
  id uuid PRIMARY KEY NOT NULL,
  -- Names the key on a ticket: 8 hexadecimal digits.
  kid text NOT NULL UNIQUE,
  public_key text NOT NULL,
  private_key_encrypted text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  -- It signs nothing from then on.
  retired_at timestamp (3) with time zone
);
-- One signs at a time, however many servers make one at once.
CREATE UNIQUE INDEX ticket_keys_signing ON ticket_keys USING btree ((retired_at IS NULL)) WHERE retired_at IS NULL;
