-- The checks read the tables without keeping anybody out.
ALTER TABLE office_grants VALIDATE CONSTRAINT office_grants_roles_check;
ALTER TABLE office_invitations VALIDATE CONSTRAINT office_invitations_roles_check;
