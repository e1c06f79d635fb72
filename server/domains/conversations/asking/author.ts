import type { Reader } from '#server/database/db.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'

/** How a member who writes is called, as the club reads it, and their address. */
export async function selectAuthor(db: Reader, memberId: string): Promise<{ author: string; email: string }> {
  const member = await selectOptionalMember(db, memberId)
  if (!member) throw new Error('A member who writes is gone')
  const email = member.email ?? ''
  return { author: fullName(member) || email, email }
}
