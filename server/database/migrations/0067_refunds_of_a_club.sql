-- A club's refunds of the last days, by their ids, which begin with the time.
CREATE INDEX refunds_org ON refunds (org_id, id);
