import type { Language } from '#contract/values.ts'
import { batched } from '#server/database/batch.ts'
import { lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { newId } from '#server/database/new-id.ts'
import { executePrepared, prepared } from '#server/database/prepared.ts'
import { clubNotes, memberIdentities, members } from '#server/database/schema/index.ts'
import { and, eq, inArray, isNull, sql } from '#server/database/sql.ts'
import { Problem } from '#server/http/problem.ts'
import { roleText } from '#contract/token-roles.ts'
import type { Identity } from '#server/identity/identity.ts'

export type MemberRow = typeof members.$inferSelect

/** The member of a sign-in; null before the first one. */
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

/** Any member by id, without any check of the caller; see `relationshipOf`. */
export const selectOptionalMember = batched<MemberRow | null>(
  async (db, ids) => {
    const rows = await db
      .select()
      .from(members)
      .where(inArray(members.id, [...ids]))
    return (id) => rows.find((row) => row.id === id) ?? null
  },
  async (db, id) => (await byId(db).execute({ id }))[0] ?? null,
)

/** Where the page of a person leads: to the one whom they were merged into. */
export async function personNow(db: Reader, memberId: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive way as (
      select id, merged_into, 0 as step from members where id = ${memberId}::uuid
      union all select members.id, members.merged_into, step + 1 from way join members on members.id = way.merged_into and step < 50
    ) select id from way order by step desc limit 1`)
  return rows[0]?.id ?? memberId
}

/** A member that another row refers to. Throws if there is none. */
export async function selectMember(db: Reader, id: string): Promise<MemberRow> {
  const row = await selectOptionalMember(db, id)
  if (!row) throw new Error('Member not found')
  return row
}

/** The fields for a letter or a call to somebody. The lines of the address are one text. */
export type Contact = Pick<MemberRow, 'firstName' | 'lastName' | 'gender' | 'email' | 'phone' | 'country'> & {
  readonly address: string
}

/** Those of these people, by id. */
export async function selectContacts(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Contact>> {
  const { firstName, lastName, gender, email, phone, country } = members
  const { addressLine1, addressLine2, addressLine3 } = members
  const rows = await db
    .select({
      id: members.id,
      contact: {
        firstName,
        lastName,
        gender,
        email,
        phone,
        country,
        address: sql<string>`concat_ws(', ', nullif(${addressLine1}, ''), nullif(${addressLine2}, ''), nullif(${addressLine3}, ''))`,
      },
    })
    .from(members)
    .where(sql`${members.id} = any(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map(({ id, contact }) => [id, contact]))
}

/** Prevents the member from being disabled or merged until the transaction ends. @returns whether they are enabled */
async function lockAgainstDisabling(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await executePrepared<{ enabled: boolean }>(
    tx,
    'members.hold',
    sql`select enabled from ${members} where id = ${id} for key share`,
  )
  return rows[0]?.enabled === true
}

/** Waits for everybody who is inserting a row that refers to the member. */
export const lockMember = (tx: Tx, id: string) =>
  tx.select({ id: members.id }).from(members).where(eq(members.id, id)).for('update')

export async function selectDisabledMembers(db: Reader, ids: readonly string[]): Promise<string[]> {
  const { rows } = await executePrepared<{ id: string }>(
    db,
    'members.disabled',
    sql`select id from ${members} where id = any(${sql.param([...ids])}::uuid[]) and not enabled`,
  )
  return rows.map(({ id }) => id)
}

/** Serialises the sign-ins of one person: two first requests must not create two members. */
export const lockIdentity = (tx: Tx, { issuer, subject }: Identity) => lockKey(tx, `${issuer} ${subject}`)

/** Serialises sign-ins with one verified e-mail: the second finds the member claimed. */
export const lockEmail = (tx: Tx, email: string) => lockKey(tx, `email ${email}`)

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

/** Selects and locks an unclaimed member. Requires `lockEmail`. */
export async function lockUnclaimedMember(tx: Tx, email: string): Promise<MemberRow | null> {
  const [row] = await tx.select().from(members).where(isUnclaimed(email)).for('update')
  return row ?? null
}

/** Whether a member has participants, or more than one sign-in. */
export async function hasOthers(db: Reader, memberId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${members} where parent_id = ${memberId}
    union all (select from ${memberIdentities} where member_id = ${memberId} offset 1) limit 1`)
  return rows.length > 0
}

/** @returns null if a member with this e-mail exists */
export async function insertMember(
  tx: Tx,
  values: Omit<typeof members.$inferInsert, 'id'> & { readonly id?: string },
): Promise<MemberRow | null> {
  const [row] = await tx
    .insert(members)
    .values({ id: newId(), ...values })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Requires `lockEmail`. @returns null if the member has an e-mail, or another member has this one */
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

/** Not a change of the profile: `updateDate` stays. */
export const updateUsedLanguage = (tx: Tx, id: string, usedLanguage: Language) =>
  tx.update(members).set({ usedLanguage }).where(eq(members.id, id))

/** Tells sign-ins apart without keeping them. Of a row with `issuer` and `subject`. */
export const signInHash = sql`encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex')`

/** Whether the member of this sign-in was erased after it. */
export async function wasErased(db: Reader, { issuer, subject, signedInAt }: Identity): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from erasures, (values (${issuer}::text, ${subject}::text)) as seen (issuer, subject)
    where sign_ins <> '{}' and sign_ins @> array[${signInHash}] and erased_at > ${signedInAt ?? new Date(0)}`)
  return rows.length > 0
}

export const insertIdentity = (tx: Tx, { issuer, subject, roles }: Identity, memberId: string) =>
  tx.insert(memberIdentities).values({ issuer, subject, memberId, rolesSeen: roles.map(roleText) })

/** Makes a sign-in that of another member. */
export const moveIdentity = (tx: Tx, { issuer, subject }: Identity, memberId: string) =>
  tx
    .update(memberIdentities)
    .set({ memberId })
    .where(and(eq(memberIdentities.issuer, issuer), eq(memberIdentities.subject, subject)))

export const updateIdentitySeen = (tx: Tx, { issuer, subject, roles }: Identity) =>
  tx
    .update(memberIdentities)
    .set({ lastSeenAt: sql`portal_now()`, rolesSeen: roles.map(roleText) })
    .where(and(eq(memberIdentities.issuer, issuer), eq(memberIdentities.subject, subject)))

/** @returns null if the member was changed after `unchangedSince` */
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

/** Replaces the one note of a club about a member that the specification knows; blank removes it. */
export const writeComments = (
  tx: Tx,
  { text, ...note }: Pick<typeof clubNotes.$inferInsert, 'orgId' | 'memberId' | 'authorId' | 'text'>,
) =>
  text.trim() === ''
    ? tx
        .delete(clubNotes)
        .where(and(eq(clubNotes.orgId, note.orgId), eq(clubNotes.memberId, note.memberId), clubNotes.isComment))
    : tx
        .insert(clubNotes)
        .values({ id: newId(), ...note, text, isComment: true })
        .onConflictDoUpdate({
          target: [clubNotes.orgId, clubNotes.memberId],
          targetWhere: sql`is_comment`,
          set: { text, version: sql`club_notes.version + 1` },
        })

/**
 * Called first when a row is written for a member that a merge would move: prevents a merge until it is written.
 * Throws `unavailable` if the profile was just merged; a retry then acts as the other member.
 */
export async function lockEnabledMember(tx: Tx, memberId: string): Promise<void> {
  if (!(await lockAgainstDisabling(tx, memberId))) throw new Problem('unavailable')
}

/** The names of people, in the order of their ids. */
export async function selectNames(db: Reader, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select ${fullNameOf('members')} as name from members join unnest(${sql.param([...ids])}::uuid[]) with ordinality as asked (id, nth) using (id)
    order by nth`)
  return rows.map(({ name }) => name)
}
