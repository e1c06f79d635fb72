import type { Home, OfficeWork } from '#contract/home.ts'
import { type Db, onOneConnection } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { listOffices } from '#server/domains/conversations/index.ts'
import { listEvents, listTickets } from '#server/domains/events/index.ts'
import { listInvitations, listPeople } from '#server/domains/members/index.ts'
import { joiningOf, listMembershipsOfFamily, renewalPlans } from '#server/domains/memberships/index.ts'
import { countUnresolved, listUnpaidOrders } from '#server/domains/orders/index.ts'
import { listOwnOrganisations, type OwnSources } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { hasScope } from '#server/identity/scopes.ts'

export interface HomeSources {
  readonly organisations: OwnSources
  readonly secrets: Secrets
}

/** The first page, put together from the reads of its parts. */
export const showHome = (sources: HomeSources, db: Db, actor: MemberActor): Promise<Home> =>
  onOneConnection(db, (one) => readHome(sources, one, actor))

async function readHome({ organisations, secrets }: HomeSources, db: Db, actor: MemberActor): Promise<Home> {
  const [family, clubs, unpaid, invitations, tickets, events, offices, joining] = await Promise.all([
    familyOf(secrets, db, actor),
    listOwnOrganisations(organisations, db, actor),
    listUnpaidOrders(secrets, db, actor),
    listInvitations(db, actor, {}),
    listTickets(secrets, db, actor, {}),
    nextEvents(db, actor),
    officeWork(db, actor),
    joiningOf(db, actor),
  ])
  const fewer = invitations.slice(0, MOST_INVITATIONS)
  return { ...family, ...events, clubs, unpaid, invitations: fewer, tickets, joining, offices }
}

const MOST_INVITATIONS = 200

async function familyOf(secrets: Secrets, db: Db, actor: MemberActor) {
  const { acting, memberId } = actor
  const people = await listPeople(db, actor)
  const alone = acting && acting.as !== 'impersonator'
  const memberIds = alone ? [acting.memberId] : [memberId, ...people.map(({ member }) => member.id)]
  return { people, memberships: await listMembershipsOfFamily(db, actor, { memberIds }, renewalPlans(secrets)) }
}

const FITTING = 24
const OF_ALL = 6

async function nextEvents(db: Db, actor: MemberActor): Promise<Pick<Home, 'events' | 'eventsFit'>> {
  const fitting = await listEvents(db, actor, { mine: 'true', fits: 'true', series: 'once', limit: FITTING })
  if (fitting.length > 0) return { events: fitting, eventsFit: true }
  return { events: await listEvents(db, actor, { series: 'once', limit: OF_ALL }), eventsFit: false }
}

const MOST_OFFICES = 5

/** Open work at the clubs whose inbox or payments the caller looks after. */
async function officeWork(db: Db, actor: MemberActor): Promise<OfficeWork[]> {
  const offices = await listOffices(db, actor, { scopes: ['inbox', 'money.read'] })
  const withMoney = offices.filter(({ club }) => hasScope(actor, 'money.read', club.key))
  const unresolved = await countUnresolved(
    db,
    withMoney.map(({ club }) => club.id),
  )
  return offices
    .map((office) => ({ ...office, unresolved: unresolved.get(office.club.id) ?? 0 }))
    .filter((office) => office.open > 0 || office.unresolved > 0)
    .slice(0, MOST_OFFICES)
}
