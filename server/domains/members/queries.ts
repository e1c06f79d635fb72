import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { executePrepared, prepared } from '#server/database/prepared.ts'
import { memberComments, memberIdentities, members } from '#server/database/schema/index.ts'
import { and, eq, isNull, sql } from '#server/database/sql.ts'
import { Problem } from '#server/http/problem.ts'
import type { Identity, Role } from '#server/identity/identity.ts'

export type MemberRow = typeof members.$inferSelect

/** Who a sign-in is, if it has been here before. */
export async function findMemberId(db: Reader, identity: Identity): Promise<{ id: string; enabled: boolean } | null> {
  const [row] = await db
    .select({ id: members.id, enabled: members.enabled })
    .from(memberIdentities)
    .innerJoin(members, eq(members.id, memberIdentities.memberId))
    .where(and(eq(memberIdentities.issuer, identity.issuer), eq(memberIdentities.subject, identity.subject)))
  return row ?? null
}

const byId = prepared('members.by-id', (db) =>
  db
    .select()
    .from(members)
    .where(eq(members.id, sql.placeholder('id'))),
)

/** Anybody by id; what the caller is to them is asked with `relationshipOf`. */
export async function selectOptionalMember(db: Reader, id: string): Promise<MemberRow | null> {
  const [row] = await byId(db).execute({ id })
  return row ?? null
}

/** The member named by another row, which cannot be absent. */
export async function selectMember(db: Reader, id: string): Promise<MemberRow> {
  const row = await selectOptionalMember(db, id)
  if (!row) throw new Error('A member named by another row is gone')
  return row
}

/** Nobody disables the member, or makes them somebody else, until the end. @returns whether they were enabled until now */
async function holdMember(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await executePrepared<{ enabled: boolean }>(
    tx,
    'members.hold',
    sql`select enabled from ${members} where id = ${id} for key share`,
  )
  return rows[0]?.enabled === true
}

/** Whoever writes a row that names the member is waited for. */
export const lockMember = (tx: Tx, id: string) =>
  tx.select({ id: members.id }).from(members).where(eq(members.id, id)).for('update')

/** Those of `ids` that may not be here any more. */
export async function selectDisabledMembers(db: Reader, ids: readonly string[]): Promise<string[]> {
  const { rows } = await executePrepared<{ id: string }>(
    db,
    'members.disabled',
    sql`select id from ${members} where id = any(${sql.param([...ids])}::uuid[]) and not enabled`,
  )
  return rows.map(({ id }) => id)
}

/** One sign-in at a time: two first requests of one person must not make two members. */
export const lockIdentity = (tx: Tx, { issuer, subject }: Identity) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`)

/** Two sign-ins with one verified e-mail, one after the other: the second finds the member claimed. */
export const lockEmail = (tx: Tx, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`)

const isUnclaimed = (email: string) =>
  and(
    eq(members.email, email),
    sql`not exists (select from ${memberIdentities} where ${memberIdentities.memberId} = ${members.id})`,
  )

/** The member with this e-mail who has no sign-in yet. */
export async function selectUnclaimedMember(db: Reader, email: string): Promise<MemberRow | null> {
  const [row] = await db.select().from(members).where(isUnclaimed(email))
  return row ?? null
}

/** The same, locked. Needs `lockEmail`. */
export async function lockUnclaimedMember(tx: Tx, email: string): Promise<MemberRow | null> {
  const [row] = await tx.select().from(members).where(isUnclaimed(email)).for('update')
  return row ?? null
}

/** Whether a member looks after somebody, or has more than one sign-in. */
export async function hasOthers(db: Reader, memberId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${members} where parent_id = ${memberId}
    union all (select from ${memberIdentities} where member_id = ${memberId} offset 1) limit 1`)
  return rows.length > 0
}

/** @returns null when the e-mail belongs to a member already */
export async function insertMember(
  tx: Tx,
  values: Pick<MemberRow, 'firstName' | 'lastName' | 'email' | 'phone' | 'language'>,
): Promise<MemberRow | null> {
  const [row] = await tx
    .insert(members)
    .values({ id: newId(), ...values })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Needs `lockEmail`. @returns null when the member has an e-mail, or another member has this one */
export async function updateMissingEmail(tx: Tx, id: string, email: string): Promise<MemberRow | null> {
  const [row] = await tx
    .update(members)
    .set({ email, updateDate: sql`portal_now()` })
    .where(
      and(
        eq(members.id, id),
        isNull(members.email),
        sql`not exists (select from ${members} as other where other.email = ${email})`,
      ),
    )
    .returning()
  return row ?? null
}

const rolesText = (roles: readonly Role[]) => roles.map(({ org, role }) => `org:${org}|role:${role}`)

export const insertIdentity = (tx: Tx, { issuer, subject, roles }: Identity, memberId: string) =>
  tx.insert(memberIdentities).values({ issuer, subject, memberId, rolesSeen: rolesText(roles) })

/** From now on it signs in as this member. */
export const moveIdentity = (tx: Tx, { issuer, subject }: Identity, memberId: string) =>
  tx
    .update(memberIdentities)
    .set({ memberId })
    .where(and(eq(memberIdentities.issuer, issuer), eq(memberIdentities.subject, subject)))

export const updateIdentitySeen = (tx: Tx, { issuer, subject, roles }: Identity) =>
  tx
    .update(memberIdentities)
    .set({ lastSeenAt: sql`portal_now()`, rolesSeen: rolesText(roles) })
    .where(and(eq(memberIdentities.issuer, issuer), eq(memberIdentities.subject, subject)))

/** @returns null when the member was changed after `unchangedSince` */
export async function updateMember(
  tx: Tx,
  id: string,
  values: Partial<MemberRow>,
  unchangedSince?: Date,
): Promise<MemberRow | null> {
  const [row] = await tx
    .update(members)
    .set({ ...values, updateDate: sql`portal_now()` })
    .where(and(eq(members.id, id), unchangedSince ? eq(members.updateDate, unchangedSince) : undefined))
    .returning()
  return row ?? null
}

/** What a club's office notes about a member, in place of what it noted before. */
export const writeComments = (tx: Tx, note: typeof memberComments.$inferInsert) =>
  tx
    .insert(memberComments)
    .values(note)
    .onConflictDoUpdate({ target: [memberComments.memberId, memberComments.orgId], set: { text: note.text } })

/**
 * First of all where something is written down for a member that an adoption brings along: their profile becomes no other's
 * until it is. Throws `unavailable` when it just did: whoever tries again is that other.
 */
export async function lockEnabledMember(tx: Tx, memberId: string): Promise<void> {
  if (!(await holdMember(tx, memberId))) throw new Problem('unavailable')
}
