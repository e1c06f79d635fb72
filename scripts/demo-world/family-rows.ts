import { answerBy } from '#server/domains/members/index.ts'
import { addDays, momentAt } from './calendar.ts'
import { demoId } from './demo-id.ts'
import type { MemberRow } from './member-rows.ts'
import type { RowOf } from './row-of.ts'

export interface FamilyRows {
  readonly invitations: RowOf<'familyInvitations'>[]
  readonly notifications: RowOf<'notifications'>[]
  /** Audit entries. */
  readonly acts: RowOf<'acts'>[]
}

/** Anna and Bo are linked; Carla has not answered Anna yet. */
export function familyRows(members: readonly MemberRow[], today: string): FamilyRows {
  const [anna, bo, carla] = ['anna@example.com', 'bo@example.com', 'carla@example.com'].map((key) => {
    const row = members.find(({ person }) => person.key === key)
    if (!row?.email) throw new Error(`${key} is missing in the demo world`)
    return { ...row, email: row.email }
  }) as [Invited, Invited, Invited]

  const linkedAt = momentAt(addDays(today, -320), '20:05')
  const answeredAt = momentAt(addDays(today, -319), '07:30')
  const askedAt = momentAt(addDays(today, -3), '08:15')
  const familyId = demoId('family Holm', linkedAt)
  const approved = { id: demoId('invitation Bo', linkedAt), familyId, createdAt: linkedAt }
  const pending = { id: demoId('invitation Carla', askedAt), familyId, createdAt: askedAt }
  const until = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(answerBy(pending)))
  return {
    invitations: [
      {
        ...approved,
        inviterId: anna.id,
        inviteeId: bo.id,
        inviteeEmail: bo.email,
        status: 'approved',
        answeredAt,
      },
      { ...pending, inviterId: anna.id, inviteeId: carla.id, inviteeEmail: carla.email, status: 'pending' },
    ],
    notifications: [
      {
        id: demoId('notification Carla', askedAt),
        receiverId: carla.id,
        senderId: anna.id,
        type: 'FAMILY_LINK_REQUEST',
        title: 'Family link request',
        message: `Anna Holm would like to link your profiles, so that you can act for each other. Answer by ${until('en-GB')}.`,
        danish: {
          title: 'Anmodning om familieforbindelse',
          message: `Anna Holm vil gerne forbinde jeres profiler, så I kan handle for hinanden. Svar senest den ${until('da-DK')}.`,
        },
        data: {
          inviterEmail: anna.email,
          familyId,
          inviteeId: carla.id,
          inviteeEmail: carla.email,
          invitationId: pending.id,
        },
        createdAt: askedAt,
        onceKey: `family-link-request:${pending.id}`,
      },
    ],
    acts: [
      ...members
        .filter(({ parentId }) => parentId === anna.id)
        .map(({ id, firstName, lastName, registrationDate: at }) => ({
          id: demoId(`act ${id}`, at),
          at,
          actorId: anna.id,
          subjectId: id,
          actingAs: 'participant' as const,
          name: 'participant_added',
          data: { name: `${firstName} ${lastName}` },
        })),
      act('family_invited', linkedAt, anna.id, anna.id, { invitationId: approved.id, email: bo.email }),
      act('family_approved', answeredAt, bo.id, anna.id, { invitationId: approved.id }),
      act('family_invited', askedAt, anna.id, anna.id, { invitationId: pending.id, email: carla.email }),
    ],
  }
}

const act = (name: string, at: Date, actorId: string, subjectId: string, data: Record<string, unknown>) => ({
  id: demoId(`act ${name} ${String(data.invitationId)}`, at),
  at,
  actorId,
  subjectId,
  actingAs: actorId === subjectId ? null : ('relative' as const),
  name,
  data,
})

type Invited = MemberRow & { readonly email: string }
