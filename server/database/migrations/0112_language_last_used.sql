-- The language in which a member last used the portal. What it writes to them is in this one, unless they chose another in their profile.
ALTER TABLE members ADD COLUMN used_language text;
