import type { Parsed } from '#contract/endpoint.ts'
import type { MessagePreview } from '#contract/notifications/club-messages.ts'
import type { memberMessages } from '#contract/people/member-messages.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { hasLeft, isReachable } from '#server/domains/members/index.ts'
import { selectMatchingMembers } from '#server/domains/memberships/index.ts'
import { previewMessage, sendToMany } from '#server/domains/notifications/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'

/** Writes to people of the register who match, in a minute. */
export async function messageMembers(tx: Tx, caller: OfficeCaller, input: Parsed<typeof memberMessages.send>) {
  const { subject, body, token, filter } = input
  const people = membersOf(caller.organisation.id, await selectMatchingMembers(tx, caller, input))
  return sendToMany(tx, caller, { audience: 'members', eventId: null, subject, body, token, filter, people })
}

/** Who would read a message, and who is left out. */
export async function previewMemberMessage(
  db: Db,
  caller: OfficeCaller,
  { readerId, ...which }: Parsed<typeof memberMessages.preview>,
): Promise<MessagePreview> {
  const people = membersOf(caller.organisation.id, await selectMatchingMembers(db, caller, which))
  return previewMessage(db, caller, { audience: 'members', eventId: null, readerId, people })
}

/** People of the register, and who reads for them: themselves, else whoever looks after them. */
const membersOf = (orgId: string, memberIds: readonly string[]): SQL => sql`
  select person.id as person_id, readers.id as reader_id,
    case when ${hasLeft(sql`register`)} then 'left' end as left_out
  from club_people register join members person on person.id = register.member_id
  left join lateral (
    select readers.id from members readers
    where readers.id in (person.id, person.parent_id) and ${isReachable(sql`readers`)}
    order by case when readers.id = person.id then 1 else 2 end limit 1
  ) readers on true
  where register.org_id = ${orgId}::uuid and person.id = any(${sql.param([...memberIds])}::uuid[])`
