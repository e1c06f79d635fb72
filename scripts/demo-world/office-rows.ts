import type { OfficeRole } from '#contract/office/scopes.ts'
import { fullName } from '#contract/members/full-name.ts'
import { addDays, momentAt } from './calendar.ts'
import type { SeededClub } from './club-rows.ts'
import type { ClubKey } from './clubs.ts'
import { demoId } from './demo-id.ts'
import type { MemberRow } from './member-rows.ts'
import { officePeople } from './office-people.ts'
import type { RowOf } from './row-of.ts'

const roleOf: Readonly<Record<string, OfficeRole>> = {
  chair: 'chair',
  treasurer: 'treasurer',
  secretary: 'secretary',
  events: 'event_manager',
  door: 'door',
  trainer: 'trainer',
}

/** Their roles, as the chair gave them, and what the club's history says of that. */
export function officeRows(
  clubs: readonly SeededClub[],
  members: readonly MemberRow[],
  today: string,
): {
  grants: RowOf<'officeGrants'>[]
  history: RowOf<'officeHistory'>[]
  holderOf: (orgId: string, role: OfficeRole) => string
} {
  const inClubs = clubs.flatMap((club) => {
    const host = hostOf[club.key]
    const chair = members.find(({ email }) => email === `chair@${host}`)!
    return members
      .filter(({ email, person }) => email?.endsWith(`@${host}`) && officePeople.includes(person))
      .map((member, at) => ({ club, chair, member, at, role: roleOf[member.email!.split('@')[0]!]! }))
  })
  const since = (at: number) => momentAt(addDays(today, -200 + 20 * at), '19:30')
  const grants = inClubs.map(({ club, chair, member, role, at }) => ({
    id: demoId(`grant ${member.email}`, since(at)),
    orgId: club.id,
    memberId: member.id,
    roles: [role],
    grantedBy: chair.id,
    grantedAt: since(at),
  }))
  const history = inClubs
    .filter(({ role }) => role !== 'chair')
    .flatMap(({ club, chair, member, role, at }) => [
      {
        id: demoId(`invited ${member.email}`, new Date(since(at).getTime() - 86_400_000)),
        at: new Date(since(at).getTime() - 86_400_000),
        orgId: club.id,
        actorId: chair.id,
        name: 'access_invited' as const,
        thing: 'access' as const,
        label: member.email!,
        after: { email: member.email, roles: [role] },
      },
      {
        id: demoId(`accepted ${member.email}`, since(at)),
        at: since(at),
        orgId: club.id,
        actorId: member.id,
        name: 'access_accepted' as const,
        thing: 'access' as const,
        thingId: member.id,
        label: fullName(member),
        after: { roles: [role] },
      },
    ])
  const holderOf = (orgId: string, role: OfficeRole): string =>
    inClubs.find((one) => one.club.id === orgId && one.role === role)!.member.id
  return { grants, history, holderOf }
}

/** The offices' actions on what they sell, with today's values. */
export function historyRows(
  clubs: readonly SeededClub[],
  events: readonly RowOf<'events'>[],
  coupons: readonly RowOf<'coupons'>[],
  holderOf: (orgId: string, role: OfficeRole) => string,
  today: string,
): RowOf<'officeHistory'>[] {
  type Entry = Omit<RowOf<'officeHistory'>, 'id'> & { readonly at: Date }
  const written = events.flatMap((event): Entry[] => {
    const by = { orgId: event.orgId, actorId: holderOf(event.orgId, 'event_manager') }
    const about = { ...by, thing: 'event' as const, thingId: event.id, label: event.title }
    const created = { ...about, name: 'event_created' as const, at: event.createdAt! }
    return event.publishedAt ? [created, { ...about, name: 'event_published', at: event.publishedAt }] : [created]
  })
  const codes = coupons.map(({ id, orgId, code, createdAt, percent, amount, totalLimit }): Entry => ({
    orgId,
    actorId: holderOf(orgId, 'event_manager'),
    name: 'coupon_created',
    thing: 'coupon',
    thingId: id,
    label: code,
    at: createdAt!,
    after: { ...(percent ? { percent } : { amount }), ...(totalLimit && { totalLimit }) },
  }))
  const seasons = clubs.flatMap(({ id: orgId, configurations }) =>
    configurations
      .filter(({ season }) => season === 'next')
      .flatMap((next, position): Entry[] => {
        const source = configurations.find(({ season, kind }) => season === 'current' && kind === next.kind)!
        const about = { orgId, actorId: holderOf(orgId, 'treasurer'), thing: 'membership' as const, thingId: next.id }
        const minutes = (count: number) => new Date(next.createdAt!.getTime() + count * 60_000)
        const { startDate, endDate, price } = next
        const copied = { from: source.name, startDate, endDate, price: position === 0 ? price + 2500 : price }
        return [
          { ...about, name: 'membership_copied', label: next.name, at: minutes(0), after: copied },
          ...(position === 0
            ? [
                {
                  ...about,
                  name: 'membership_changed' as const,
                  label: next.name,
                  at: minutes(9),
                  before: { price: price + 2500 },
                  after: { price },
                },
              ]
            : []),
          { ...about, name: 'membership_published', label: next.name, at: minutes(20) },
        ]
      }),
  )
  const settings = clubs.map(({ id, name, graceDays }): Entry => ({
    orgId: id,
    actorId: holderOf(id, 'chair'),
    name: 'club_changed',
    thing: 'club',
    thingId: id,
    label: name,
    at: momentAt(addDays(today, -12), '20:15'),
    before: { graceDays: graceDays - 7 },
    after: { graceDays },
  }))
  return [...written, ...codes, ...seasons, ...settings].map((entry) => ({
    ...entry,
    id: demoId(`${entry.name} ${entry.thingId}`, entry.at),
  }))
}

const hostOf: Readonly<Record<ClubKey, string>> = {
  ROKLUB: 'roklub.example',
  TENNIS: 'tennis.example',
  KOR: 'kor.example',
}
