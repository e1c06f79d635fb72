import { sql } from '#server/database/sql.ts'

export const everyMember = sql`select id as member_id from members`

/** Members of one club. */
export const everyReceiver = (orgId: string) => sql`select member_id from memberships where org_id = ${orgId}`
