import { lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { familyInvitations, members } from '#server/database/schema/index.ts'
import { alias, and, desc, eq, isNull, ne, or, sql, type SQL } from '#server/database/sql.ts'

export type InvitationRow = typeof familyInvitations.$inferSelect

const inviter = alias(members, 'inviter')
const invitee = alias(members, 'invitee')

interface Named {
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
}

/** An invitation with both people; no invitee until the address has an account. */
export interface InvitationOfTwo {
  readonly invitation: InvitationRow
  readonly inviter: Named
  readonly invitee: Named | null
}

/** The most that are listed, newest first. */
const LISTED = 100

const selectOfTwo = (db: Reader, where: SQL | undefined): Promise<InvitationOfTwo[]> =>
  db
    .select({
      invitation: familyInvitations,
      inviter: { firstName: inviter.firstName, lastName: inviter.lastName, email: inviter.email },
      invitee: { firstName: invitee.firstName, lastName: invitee.lastName, email: invitee.email },
    })
    .from(familyInvitations)
    .innerJoin(inviter, eq(inviter.id, familyInvitations.inviterId))
    .leftJoin(invitee, eq(invitee.id, familyInvitations.inviteeId))
    .where(where)
    .orderBy(desc(familyInvitations.createdAt), desc(familyInvitations.id))
    .limit(LISTED)

export const selectInvitationsSent = (db: Reader, memberId: string): Promise<InvitationOfTwo[]> =>
  selectOfTwo(db, eq(familyInvitations.inviterId, memberId))

export const selectInvitationsReceived = (db: Reader, memberId: string): Promise<InvitationOfTwo[]> =>
  selectOfTwo(db, eq(familyInvitations.inviteeId, memberId))

export async function selectOptionalInvitation(db: Reader, id: string): Promise<InvitationOfTwo | null> {
  const [found] = await selectOfTwo(db, eq(familyInvitations.id, id))
  return found ?? null
}

/** The unanswered invitation from one member to another, or to an address. */
export async function selectPendingInvitation(
  db: Reader,
  { inviterId, ...to }: { inviterId: string } & ({ inviteeId: string } | { inviteeEmail: string }),
): Promise<InvitationRow | null> {
  const [row] = await db
    .select()
    .from(familyInvitations)
    .where(
      and(
        eq(familyInvitations.inviterId, inviterId),
        'inviteeId' in to
          ? eq(familyInvitations.inviteeId, to.inviteeId)
          : eq(familyInvitations.inviteeEmail, to.inviteeEmail),
        sql`${familyInvitations.status} = 'pending'`,
      ),
    )
  return row ?? null
}

/** Both directions between two members. */
const between = (one: string, other: string) =>
  or(
    and(eq(familyInvitations.inviterId, one), eq(familyInvitations.inviteeId, other)),
    and(eq(familyInvitations.inviterId, other), eq(familyInvitations.inviteeId, one)),
  )

/** Invitations with a status between two members, in either direction. */
export const selectBetween = (
  db: Reader,
  [one, other]: readonly [string, string],
  status: InvitationRow['status'],
): Promise<InvitationRow[]> =>
  db
    .select()
    .from(familyInvitations)
    .where(and(between(one, other), eq(familyInvitations.status, status)))

/** Locks a member's family links: they cannot end before the transaction does. */
export const keepLinks = (tx: Tx, memberId: string) =>
  tx
    .select({ id: familyInvitations.id })
    .from(familyInvitations)
    .where(
      and(
        eq(familyInvitations.status, 'approved'),
        or(eq(familyInvitations.inviterId, memberId), eq(familyInvitations.inviteeId, memberId)),
      ),
    )
    .orderBy(familyInvitations.id)
    .for('share')

/** Serialises changes between two people: invitations may cross. */
export const lockPair = (tx: Tx, pair: readonly [string, string]) => lockKey(tx, `family ${pair.toSorted().join(' ')}`)

/** The member with an address, whoever asks. */
export async function selectIdByEmail(db: Reader, email: string): Promise<string | null> {
  const [row] = await db.select({ id: members.id }).from(members).where(eq(members.email, email))
  return row?.id ?? null
}

/** The family id used by machine clients: that of the member's links and invitations so far. */
export async function selectFamilyId(db: Reader, memberId: string): Promise<string | null> {
  const [row] = await db
    .select({ familyId: familyInvitations.familyId })
    .from(familyInvitations)
    .where(
      or(
        eq(familyInvitations.inviterId, memberId),
        and(eq(familyInvitations.inviteeId, memberId), eq(familyInvitations.status, 'approved')),
      ),
    )
    .orderBy(familyInvitations.createdAt)
    .limit(1)
  return row?.familyId ?? null
}

export async function insertInvitation(
  tx: Tx,
  values: Pick<InvitationRow, 'inviterId' | 'inviteeId' | 'inviteeEmail' | 'familyId'>,
): Promise<InvitationRow> {
  const [row] = await tx
    .insert(familyInvitations)
    .values({ id: newId(), ...values })
    .returning()
  return row!
}

/** Assigns invitations to an address to the member who has it now. @returns those that were */
export const updateInvitee = (tx: Tx, { id, email }: { id: string; email: string }): Promise<InvitationRow[]> =>
  tx
    .update(familyInvitations)
    .set({ inviteeId: id })
    .where(
      and(
        eq(familyInvitations.inviteeEmail, email),
        isNull(familyInvitations.inviteeId),
        sql`${familyInvitations.status} = 'pending'`,
        ne(familyInvitations.inviterId, id),
      ),
    )
    .returning()

/** Whether a member ever sent or received an invitation. */
export async function hasInvitations(db: Reader, memberId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: familyInvitations.id })
    .from(familyInvitations)
    .where(or(eq(familyInvitations.inviterId, memberId), eq(familyInvitations.inviteeId, memberId)))
    .limit(1)
  return row !== undefined
}
