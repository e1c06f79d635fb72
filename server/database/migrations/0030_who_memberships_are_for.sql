-- Who a membership is for, in whole years on the season's first day, both included; and what it is: a trial gives way to a full
-- membership, a passive one is nobody's first choice.
ALTER TABLE membership_configurations ADD COLUMN min_age integer;
ALTER TABLE membership_configurations ADD COLUMN max_age integer;
ALTER TABLE membership_configurations ADD COLUMN is_trial boolean DEFAULT false NOT NULL;
ALTER TABLE membership_configurations ADD COLUMN is_passive boolean DEFAULT false NOT NULL;
ALTER TABLE membership_configurations ADD CONSTRAINT membership_configurations_ages CHECK (coalesce(min_age, 0) >= 0 AND coalesce(max_age, 150) >= coalesce(min_age, 0));
