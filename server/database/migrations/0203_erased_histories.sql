-- Exports made after a merge held everybody's rows.
DELETE FROM exports WHERE member_id IN (SELECT merged_into FROM members WHERE merged_into IS NOT NULL);

-- Erasures left the profile of a person in the histories of their clubs. The setting lets the table's trigger pass.
--> later, in batches of office_history
UPDATE office_history SET before = NULL, after = NULL
WHERE id = ANY ($1) AND thing = 'member' AND thing_id IN (SELECT member_id::text FROM erasures)
  AND (before IS NOT NULL OR after IS NOT NULL) AND set_config('portal.erasing', 'on', true) = 'on';
