-- Memberships that an office gives free to, or offers to, many people of its register wait a minute.
ALTER TABLE delayed_actions DROP CONSTRAINT delayed_actions_kind_check;
ALTER TABLE delayed_actions ADD CONSTRAINT delayed_actions_kind_check
  CHECK (kind IN ('refund', 'answer', 'move', 'erase', 'leave', 'invite', 'grant', 'offer')) NOT VALID;
