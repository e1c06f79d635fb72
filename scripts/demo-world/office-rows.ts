import type { OfficeRole } from '#contract/office-scopes.ts'
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
}

/** Their roles, as the chair gave them, and what the club's history says of that. */
export function officeRows(
  clubs: readonly SeededClub[],
  members: readonly MemberRow[],
  today: string,
): { grants: RowOf<'officeGrants'>[]; history: RowOf<'officeHistory'>[] } {
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
        label: `${member.firstName} ${member.lastName}`,
        after: { roles: [role] },
      },
    ])
  const changes = clubs.map((club) => {
    const chair = inClubs.find((one) => one.club === club)!.chair
    const at = momentAt(addDays(today, -12), '20:15')
    return {
      id: demoId(`changed ${club.key}`, at),
      at,
      orgId: club.id,
      actorId: chair.id,
      name: 'club_changed' as const,
      thing: 'club' as const,
      thingId: club.id,
      label: club.name,
      before: { graceDays: 14 },
      after: { graceDays: 31 },
    }
  })
  return { grants, history: [...history, ...changes] }
}

const hostOf: Readonly<Record<ClubKey, string>> = {
  ROKLUB: 'roklub.example',
  TENNIS: 'tennis.example',
  KOR: 'kor.example',
}
