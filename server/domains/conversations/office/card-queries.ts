import { sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'

/** Somebody of an asker's family. */
export interface Relative {
  readonly memberId: string
  readonly firstName: string
  readonly lastName: string
  readonly as: 'participant' | 'relative'
}

/** Those whom a member looks after, and their approved relatives, by name; whoever is put away is left out. */
export async function selectRelatives(db: Reader, memberId: string): Promise<Relative[]> {
  const { rows } = await db.execute<Relative & Record<string, unknown>>(sql`
    select members.id as "memberId", first_name as "firstName", last_name as "lastName", min(acting_as) as "as"
    from people_in_reach reach join members on members.id = reach.member_id
    where reach.actor_id = ${memberId} and acting_as in ('participant', 'relative') and not archived
    group by members.id
    order by first_name, last_name, members.id limit 100`)
  return rows
}
