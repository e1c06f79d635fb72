import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { events } from '#contract/events/events.ts'
import { publicEvents } from '#contract/events/public.ts'
import { everyone, keptOut } from '../testing/authorisation/authorisation-outcomes.ts'
import {
  actors,
  buildAuthorisationWorld,
  headersOf,
  type Who,
  type World,
} from '../testing/authorisation/authorisation-world.ts'
import { buildClub } from '../testing/builders.ts'
import { buildEvent, buildPicture, type EventPlan } from '../testing/builders/event-builders.ts'
import { codeOf, sharedApp, type TestApp } from '../testing/test-app.ts'

/** Which events who sees, by every call that tells of one. */
let app: TestApp
let world: World
let tokens: Record<Who, string | undefined>
const built: Record<string, string> = {}

const tomorrow = new Date(Date.now() + 86_400_000)

type Outcome = Record<Who, string>

interface State {
  readonly plan: EventPlan
  readonly closed?: true
  readonly item: Outcome
  readonly listed: readonly Who[]
  readonly picture: string
  /** Public parts, the same for everybody. */
  readonly open: string
  readonly openList?: true
}

const offices = { 'admin of the club': 'ok', 'super admin': 'ok' }
const known = (outcome: string) => ({ ...everyone(outcome), ...keptOut('member') })
const members = actors.filter((who) => who !== 'anonymous' && who !== 'stranger to the portal')
const hidden = { item: known('event_not_found'), listed: [], picture: 'not_found', open: 'event_not_found' }

const states: Record<string, State> = {
  public: { plan: {}, item: known('ok'), listed: members, picture: 'ok', open: 'ok', openList: true },
  'for members and guests': {
    plan: { forMembers: true, guestsInvited: true },
    item: known('ok'),
    listed: members,
    picture: 'ok',
    open: 'ok',
    openList: true,
  },
  'for members only': {
    plan: { forMembers: true },
    item: known('ok'),
    listed: members,
    picture: 'ok',
    open: 'event_members_only',
  },
  'not public yet': {
    plan: { publicFrom: tomorrow },
    item: { ...known('event_not_public'), ...offices },
    listed: ['admin of the club', 'super admin'],
    picture: 'not_found',
    open: 'event_not_public',
  },
  over: {
    plan: { startsAt: new Date('2026-02-01T10:00:00Z'), endsAt: new Date('2026-02-01T12:00:00Z') },
    item: known('ok'),
    listed: [],
    picture: 'ok',
    open: 'ok',
  },
  disabled: { plan: { enabled: false }, ...hidden },
  'disabled and not public': { plan: { enabled: false, publicFrom: tomorrow }, ...hidden },
  'of a closed club': { plan: {}, closed: true, ...hidden },
}

beforeAll(async () => {
  app = await sharedApp()
  ;({ world, tokens } = await buildAuthorisationWorld(app))
  const closed = await buildClub(app, { enabled: false })
  for (const [name, { plan, closed: isClosed }] of Object.entries(states)) {
    const event = await buildEvent(app, isClosed ? closed : world.club, { ...plan, title: name, kind: name })
    await buildPicture(app, event)
    built[name] = event.id
  }
})
beforeEach(() => app.database.sql('delete from rate_windows'))

async function ask<E extends Endpoint>(who: Who, endpoint: E, input: Parameters<typeof app.call<E>>[1]) {
  const as = tokens[who]
  return app.call(endpoint, input, { headers: await headersOf(app, who, world), ...(as && { as }) })
}

describe.each(Object.entries(states))(
  'an event that is %s',
  (name, { item, listed, picture, open, openList = false }) => {
    test.each(actors)('%s', async (who) => {
      const eventId = built[name]!
      // The file of an event for members only needs a member: its link is on a page that only they see.
      const forMember = open === 'event_members_only' && !keptOut('member')[who]
      const file = open === 'ok' || forMember ? 'ok' : 'event_not_found'
      expect({
        item: await codeOf(ask(who, events.item, { eventId })),
        open: await codeOf(ask(who, publicEvents.item, { eventId })),
        price: await codeOf(ask(who, events.pricing, { eventId, category: 'adult' })),
        picture: await codeOf(ask(who, events.picture, { eventId, v: 'v1' })),
        calendar: await codeOf(ask(who, events.calendar, { eventId })),
      }).toEqual({ item: item[who], open, price: item[who], picture, calendar: file })
      const openIds = (await ask(who, publicEvents.list, { orgId: world.club.id, limit: '24' })).map(({ id }) => id)
      expect(openIds.includes(eventId)).toBe(openList)
      const found = await ask(who, publicEvents.list, { search: name, orgId: world.club.id })
      expect(found.some(({ id }) => id === eventId)).toBe(openList)
      expect(await codeOf(ask(who, publicEvents.list, { after: eventId }))).toBe(
        openList || open === 'event_members_only' || name === 'over' ? 'ok' : 'event_not_found',
      )
      if (keptOut('member')[who]) return
      const isListed = listed.includes(who)
      const ids = async (query: Record<string, string>) => (await ask(who, events.list, query)).map(({ id }) => id)
      expect((await ids({})).includes(eventId)).toBe(isListed)
      expect((await ids({ search: name, orgId: world.club.id })).includes(eventId)).toBe(isListed)
      expect((await ask(who, events.kinds, {})).includes(name)).toBe(isListed)
      expect(await codeOf(ask(who, events.list, { after: eventId }))).toBe(
        item[who] === 'ok' ? 'ok' : 'event_not_found',
      )
    })
  },
)
