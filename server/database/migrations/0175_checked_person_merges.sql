-- The check reads the table without keeping anybody out.
ALTER TABLE members VALIDATE CONSTRAINT members_merged_into_members_id_fk;
