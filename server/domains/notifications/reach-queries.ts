import { sql, type SQL } from '#server/database/sql.ts'
import { isImpersonating, type MemberActor } from '#server/http/actor.ts'
import { clubsWith } from '#server/identity/scopes.ts'

/** Whose notifications are read, and which of them the reader may see. */
export interface Reach {
  readonly receiverId: string
  /**
   * Keys of the clubs whose office the reader is, according to their token; `ALL` for all. Only an office sees its
   * notifications.
   */
  readonly offices: readonly string[]
  /** The reader is the receiver, not somebody impersonating them, who may not see threads with clubs. */
  readonly isOneself: boolean
}

export const reachOf = (actor: MemberActor): Reach => ({
  receiverId: actor.memberId,
  offices: clubsWith(actor, 'inbox'),
  isOneself: !isImpersonating(actor),
})

/** The columns of `receivers` used by `isWithin`, for statements that read for several. */
export const reachValues = (reaches: readonly Reach[]): SQL => sql`
  unnest(
    ${sql.param(reaches.map(({ receiverId }) => receiverId))}::uuid[],
    ${sql.param(reaches.map(({ offices }) => offices.join(',')))}::text[],
    ${sql.param(reaches.map(({ isOneself }) => isOneself))}::boolean[]
  ) with ordinality as receivers (receiver_id, offices, is_oneself, place)`

// `org` is the club whose office was written to; without it a club writes to a person.
const within = (offices: SQL, isOneself: SQL): SQL => sql`case type
  when 'CONTACT_US' then ${isOneself} and (not (data ? 'org') or ${offices} && array['ALL', upper(data->>'org')])
  when 'CONTACT_US_REPLY' then ${isOneself}
  else true end`

export const isWithinReceivers = within(sql`string_to_array(receivers.offices, ',')`, sql`receivers.is_oneself`)

/** Whether the reader may see a notification. */
export const isWithin = ({ offices, isOneself }: Reach): SQL =>
  within(sql`${sql.param([...offices])}::text[]`, sql`${isOneself}::boolean`)
