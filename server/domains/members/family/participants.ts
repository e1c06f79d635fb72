import type { FamilyPerson, ParticipantFields } from '#contract/members/family.ts'
import type { Member } from '#contract/members/members.ts'
import { fullName } from '#contract/members/full-name.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { members } from '#server/database/schema/index.ts'
import { and, eq, isNull, sql } from '#server/database/sql.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { recordAuditEntry } from '../audit-log.ts'
import { presentMember } from '../present.ts'
import { updateMember } from '../queries.ts'
import { selectArchivedParticipants, selectFamily, showMember } from '../relationship.ts'
import { requireBirthDate } from '../update-profile.ts'

const MOST_PARTICIPANTS = 50

/**
 * Adds a participant without a sign-in. Without an address of their own they get the caller's. One who was added minutes ago is saved again: the
 * answer was lost.
 */
export async function addParticipant(tx: Tx, actor: MemberActor, { address, ...fields }: ParticipantFields) {
  requireBirthDate(tx, fields.dateOfBirth)
  const parent = await lockParent(tx, actor.memberId)
  const home = address
    ? {
        addressLine1: address.AddressLine1,
        addressLine2: address.AddressLine2,
        addressLine3: address.AddressLine3,
        city: address.City,
        postCode: address.PostCode.replace(/\s/g, ''),
        country: address.Country,
      }
    : {
        addressLine1: parent.addressLine1,
        addressLine2: parent.addressLine2,
        addressLine3: parent.addressLine3,
        city: parent.city,
        postCode: parent.postCode,
        country: parent.country,
      }
  const addedId = await selectJustAdded(tx, parent.id, fields)
  if (addedId) {
    await updateMember(tx, addedId, { ...fields, ...home })
    return showMember(tx, actor, addedId)
  }
  await requireRoom(tx, parent.id)
  const child = await insertParticipant(tx, { ...fields, ...home, parentId: parent.id })
  await recordAuditEntry(tx, actor, { subjectId: child.id, name: 'participant_added', data: { name: fullName(child) } })
  return showMember(tx, actor, child.id)
}

/** Requires `lockParent`. */
async function requireRoom(tx: Tx, parentId: string): Promise<void> {
  if ((await countParticipants(tx, parentId)) >= MOST_PARTICIPANTS) throw new Problem('too_many_participants')
}

type MemberRow = typeof members.$inferSelect

/** Serialises changes of a member's participants. @returns the guardian's current row */
async function lockParent(tx: Tx, id: string): Promise<MemberRow> {
  const [row] = await tx.select().from(members).where(eq(members.id, id)).for('no key update')
  if (!row) throw new Error('Caller not found')
  return row
}

async function countParticipants(tx: Tx, parentId: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(members)
    .where(and(eq(members.parentId, parentId), isNull(members.archivedAt), eq(members.enabled, true)))
  return row!.count
}

async function selectJustAdded(
  tx: Tx,
  parentId: string,
  { firstName, lastName, dateOfBirth }: Omit<ParticipantFields, 'address'>,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.parentId, parentId),
        eq(members.firstName, firstName),
        eq(members.lastName, lastName),
        sql`${members.dateOfBirth} is not distinct from ${dateOfBirth}::date`,
        isNull(members.archivedAt),
        eq(members.enabled, true),
        sql`${members.registrationDate} > portal_now() - interval '15 minutes'`,
      ),
    )
  return row?.id
}

async function insertParticipant(
  tx: Tx,
  values: Omit<typeof members.$inferInsert, 'id'> & { parentId: string },
): Promise<MemberRow> {
  const [row] = await tx
    .insert(members)
    .values({ id: newId(), ...values })
    .returning()
  return row!
}

/** Locks a member's own participant, so that nothing is bought for them meanwhile. */
async function lockParticipant(tx: Tx, parentId: string, id: string): Promise<MemberRow | null> {
  const [row] = await tx
    .select()
    .from(members)
    .where(and(eq(members.id, id), eq(members.parentId, parentId), eq(members.enabled, true)))
    .for('update')
  return row ?? null
}

export async function updateArchived(tx: Tx, id: string, archived: boolean): Promise<MemberRow> {
  const [row] = await tx
    .update(members)
    .set({ archivedAt: archived ? sql`portal_now()` : null, updateDate: sql`portal_now()` })
    .where(eq(members.id, id))
    .returning()
  return row!
}

/** The day until which a member holds something that must stay visible, such as a membership; or null. */
type HoldsUntil = (tx: Tx, memberId: string) => Promise<string | null>

/** Provided by each domain that sells. */
export interface HoldsUntilByDomain {
  readonly memberships: HoldsUntil
  readonly tickets: HoldsUntil
}

interface ById {
  readonly id: string
}

/** Archives a participant, who can then no longer be chosen. Refused while they hold something. */
export async function archiveParticipant(holdsUntil: HoldsUntilByDomain, tx: Tx, actor: MemberActor, { id }: ById) {
  const child = await lockParticipant(tx, actor.memberId, id)
  if (!child) throw new Problem('not_found')
  let until: string | null = null
  for (const ask of Object.values(holdsUntil) as HoldsUntil[]) {
    const day = await ask(tx, id)
    if (day !== null && (until === null || day > until)) until = day
  }
  if (until) throw new Problem('participant_holds_membership', { data: { until } })
  if (!child.archivedAt) {
    await updateArchived(tx, id, true)
    await recordAuditEntry(tx, actor, { subjectId: id, name: 'participant_archived', data: { name: fullName(child) } })
  }
  return showMember(tx, actor, id)
}

/** Restores a participant, unless the guardian has the most allowed. */
export async function restoreParticipant(tx: Tx, actor: MemberActor, { id }: ById) {
  await lockParent(tx, actor.memberId)
  const child = await lockParticipant(tx, actor.memberId, id)
  if (!child) throw new Problem('not_found')
  if (child.archivedAt) {
    await requireRoom(tx, actor.memberId)
    await updateArchived(tx, id, false)
    await recordAuditEntry(tx, actor, { subjectId: id, name: 'participant_restored', data: { name: fullName(child) } })
  }
  return showMember(tx, actor, id)
}

/** Everybody the caller may act for. */
export async function listPeople(db: Db, actor: MemberActor): Promise<FamilyPerson[]> {
  const people = await selectFamily(db, actor)
  return people.flatMap(({ member, relationship }) =>
    relationship.as === null || relationship.as === 'self'
      ? []
      : [{ member: presentMember(member, relationship), as: relationship.as }],
  )
}

export async function listArchived(db: Db, actor: MemberActor): Promise<Member[]> {
  const people = await selectArchivedParticipants(db, actor)
  return people.map(({ member, relationship }) => presentMember(member, relationship))
}
