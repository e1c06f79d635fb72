import { addDays, momentAt } from './calendar.ts'
import { demoId } from './demo-id.ts'
import type { MemberRow } from './member-rows.ts'
import type { RowOf } from './row-of.ts'

export interface FamilyRows {
  readonly invitations: RowOf<'familyInvitations'>[]
  readonly notifications: RowOf<'notifications'>[]
}

/** Anna and Bo are linked; Carla has yet to answer Anna. */
export function familyRows(members: readonly MemberRow[], today: string): FamilyRows {
  const [anna, bo, carla] = ['anna@example.com', 'bo@example.com', 'carla@example.com'].map((key) => {
    const row = members.find(({ person }) => person.key === key)
    if (!row?.email) throw new Error(`${key} is missing in the demo world`)
    return { ...row, email: row.email }
  }) as [Invited, Invited, Invited]

  const linkedAt = momentAt(addDays(today, -320), '20:05')
  const askedAt = momentAt(addDays(today, -3), '08:15')
  const familyId = demoId('family Holm', linkedAt)
  const approved = { id: demoId('invitation Bo', linkedAt), familyId, createdAt: linkedAt }
  const pending = { id: demoId('invitation Carla', askedAt), familyId, createdAt: askedAt }
  return {
    invitations: [
      {
        ...approved,
        inviterId: anna.id,
        inviteeId: bo.id,
        inviteeEmail: bo.email,
        status: 'approved',
        answeredAt: momentAt(addDays(today, -319), '07:30'),
      },
      { ...pending, inviterId: anna.id, inviteeId: carla.id, inviteeEmail: carla.email, status: 'pending' },
    ],
    notifications: [
      {
        id: demoId('notification Carla', askedAt),
        receiverId: carla.id,
        senderId: anna.id,
        type: 'FAMILY_LINK_REQUEST',
        title: 'Anna Holm vil knytte jer sammen som familie',
        message: 'Når du godkender, kan I se hinandens medlemskaber og købe for hinanden.',
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
  }
}

type Invited = MemberRow & { readonly email: string }
