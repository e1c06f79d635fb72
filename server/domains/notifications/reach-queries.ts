import { sql, type SQL } from '#server/database/sql.ts'
import { isImpersonating, type MemberActor } from '#server/http/actor.ts'
import { clubsWith } from '#server/identity/scopes.ts'

/** Whose notifications somebody looks at, and what of them is for their eyes. */
export interface Reach {
  readonly receiverId: string
  /** Keys of the clubs whose office they speak for, by the token at hand; `ALL` for all. What an office was told is for nobody else. */
  readonly offices: readonly string[]
  /** Whether they are the receiver, and not somebody who acts as them: threads with clubs are one's own. */
  readonly isOneself: boolean
}

export const reachOf = (actor: MemberActor): Reach => ({
  receiverId: actor.memberId,
  offices: clubsWith(actor, 'inbox'),
  isOneself: !isImpersonating(actor),
})

/** Columns of `receivers` by which `isWithin` decides, for the statements that read for several at once. */
export const reachValues = (reaches: readonly Reach[]): SQL => sql`
  unnest(
    ${sql.param(reaches.map(({ receiverId }) => receiverId))}::uuid[],
    ${sql.param(reaches.map(({ offices }) => offices.join(',')))}::text[],
    ${sql.param(reaches.map(({ isOneself }) => isOneself))}::boolean[]
  ) with ordinality as receivers (receiver_id, offices, is_oneself, place)`

const within = (offices: SQL, isOneself: SQL): SQL => sql`case type
  when 'CONTACT_US' then ${isOneself} and (${offices} && array['ALL', upper(data->>'org')])
  when 'CONTACT_US_REPLY' then ${isOneself}
  else true end`

export const isWithinReceivers = within(sql`string_to_array(receivers.offices, ',')`, sql`receivers.is_oneself`)

/** Whether one person may read a notification of theirs. */
export const isWithin = ({ offices, isOneself }: Reach): SQL =>
  within(sql`${sql.param([...offices])}::text[]`, sql`${isOneself}::boolean`)
