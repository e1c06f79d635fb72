import { sql } from 'drizzle-orm'

export const everyMember = sql`select id as member_id from members`
