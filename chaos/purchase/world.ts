import { setTimeout as wait } from 'node:timers/promises'
import { members } from '#contract/members/members.ts'
import { pathOf } from '#contract/endpoint.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildSeason, type Club, type Season } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import type { Line } from '#server/testing/selection.ts'
import { accessTokenOf } from '#server/testing/sign-in.ts'
import type { Portal } from '../stack/portal.ts'
import { patiently } from './browser.ts'

export interface Person {
  readonly token: string
  readonly memberId: string
  /** The member's participant. */
  readonly childId: string
}

const names = ['anna', 'bo', 'carla', 'dan', 'erik', 'newcomer'].map((name) => `${name}@example.com`)
const usernames = [...names, 'admin@roklub.example', 'admin@tennis.example']

/** An administrator of all clubs. */
export const OFFICE = 'all-clubs@example.com'

/** Signs in the people of all schedules, each with a child and WhatsApp switched on, and the super admin. */
export async function signInEverybody(portal: Portal): Promise<Person[]> {
  await signIn(portal, OFFICE)
  const people: Person[] = []
  for (const username of usernames) {
    const person = await signIn(portal, username)
    const childId = newId()
    await portal.sql(`insert into members (id, parent_id, first_name, last_name) values ($1, $2, 'Kim', 'Holm')`, [
      childId,
      person.memberId,
    ])
    await portal.sql(
      `insert into message_preferences (member_id, kind, channel, wanted) values ($1, 'payments', 'whatsapp', true)`,
      [person.memberId],
    )
    people.push({ ...person, childId })
  }
  return people
}

async function signIn(portal: Portal, username: string) {
  const token = await tokenOf(portal, username)
  const answer = await patiently(portal.url + pathOf(members.signIn.path, 'izy'), { method: 'POST', token })
  const { member } = (answer?.body ?? {}) as { member?: { id: string } }
  if (!member) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer)}`)
  // A mutated portal may answer too early. Signing in is not what is tested.
  while ((await portal.sql('select 1 from members where id = $1', [member.id])).length === 0) await wait(20)
  return { token, memberId: member.id }
}

export const tokenOf = ({ infrastructure }: Portal, username: string) =>
  accessTokenOf(`${infrastructure.simulatorsUrl}/realms/izy`, username)

export type Offer = 'season' | 'overlapping' | 'combinable' | 'free' | 'ticket' | 'free ticket'

/** A buyer's choice for each person. */
export interface Goods {
  readonly orgId: string
  /** The price of one, in øre. */
  readonly total: number
  readonly line: (memberId: string) => Line
}

export interface Shop {
  readonly club: Club
  readonly goods: Readonly<Record<Offer, Goods>>
}

/** Fewer places than buyers. */
const PLACES = 3

const season = (one: Season): Goods => ({ ...one, line: (memberId) => ({ memberId, season: one }) })

/** A club of the schedule's own. */
export async function buildShop(portal: Portal, testMode: boolean): Promise<Shop> {
  const club = await buildClub(portal, { testMode })
  const { startDate, endDate } = club.season
  const half = `${endDate.slice(0, 4)}-07-01`
  const event = await buildEvent(portal, club, {
    capacity: PLACES,
    categories: [{ category: 'adult' }, { category: 'helper', price: 0 }],
  })
  const ticket = (category: string): Goods => ({
    orgId: club.id,
    total: event.categories[category]!.price,
    line: (memberId) => ({ memberId, event, category }),
  })
  return {
    club,
    goods: {
      season: season(club.season),
      overlapping: season(await buildSeason(portal, club, { name: 'Half a year', startDate: half, price: 40_000 })),
      combinable: season(
        await buildSeason(portal, club, { name: 'Place for a boat', startDate, endDate, combinable: true }),
      ),
      free: season(await buildSeason(portal, club, { name: 'Trial', price: 0, surcharge: 0, vatRate: 0 })),
      ticket: ticket('adult'),
      'free ticket': ticket('helper'),
    },
  }
}

/** Whose mails and messages belong to this schedule. */
export const contactOf = ({ club }: Shop) => ({
  email: `buyer@${club.key.toLowerCase()}.example`,
  phone: `+45${String(Number.parseInt(club.key, 36) % 100_000_000).padStart(8, '2')}`,
})
