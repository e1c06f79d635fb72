import { beforeAll, expect, test } from 'vitest'
import { buildClub, type Club } from '#server/testing/builders.ts'
import { buildEvent, buildPicture, type EventPlan } from '#server/testing/builders/event-builders.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import type { Preview, PreviewOf } from '#server/http/pages/page-preview.ts'
import { eventPreviews } from './preview-event.ts'

let app: TestApp
let club: Club
let previewOf: (path: string) => Promise<Preview | null>
const of = (preview: PreviewOf) => (path: string) => preview(path, 'da')
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  previewOf = of(eventPreviews({ ...app.context, publicUrl: 'https://portal.example' }))
})

const plan: EventPlan = {
  title: 'Summer regatta',
  description: '# Come **all**\n\nRound the [fjord](https://fjord.example).',
  kind: 'Regatta',
  place: 'Roskilde Fjord',
  address: 'Havnevej 1, Roskilde',
  startsAt: new Date('2099-12-31T22:30:00Z'),
  endsAt: new Date('2100-01-01T01:00:00Z'),
  categories: [
    { category: 'adult' },
    { category: 'child', price: 7_550 },
    { category: 'own', price: 1, membersOnly: true },
  ],
}

test('a public event has a preview where its address is shared', async () => {
  const { id } = await buildEvent(app, club, plan)
  await buildPicture(app, { id })
  const picture = `/izy-event-api/api/v1/public/eve/${id}/picture?v=v1`
  const expected = {
    title: 'Summer regatta',
    site: `Club ${club.key}`,
    description: 'Come all Round the fjord.',
    url: `https://portal.example/${club.key}/events/${id}`,
    image: {
      url: `https://portal.example${picture}`,
      width: 1200,
      height: 630,
      alt: 'En båd',
      shown: {
        srcset: `${picture}&size=small 720w, ${picture} 1200w`,
        sizes: '(max-width: 77.5em) 100vw, 1240px',
      },
    },
  }
  const preview = await previewOf(`/${club.key}/events/${id}`)
  expect(preview).toMatchObject(expected)
  expect(preview!.words).toEqual({
    above: `Club ${club.key} · Regatta`,
    facts: {
      title: 'Tid og sted',
      all: [
        {
          name: 'Tid',
          lines: ['Torsdag den 31. december 2099 kl.\u00a023.30 – fredag den 1. januar 2100 kl.\u00a002.00'],
        },
        { name: 'Sted', lines: ['Roskilde Fjord', 'Havnevej 1, Roskilde'] },
      ],
    },
    about: { title: 'Om arrangementet', text: 'Come all\n\nRound the fjord.' },
    danish: { title: false, text: false },
  })
  expect(preview!.data).toMatchObject({
    '@type': 'Event',
    startDate: '2099-12-31T23:30:00+01:00',
    endDate: '2100-01-01T02:00:00+01:00',
    location: { name: 'Roskilde Fjord', address: 'Havnevej 1, Roskilde' },
    offers: { price: '75.50', priceCurrency: 'DKK', availability: 'https://schema.org/InStock' },
  })
  for (const path of [
    `/${club.key.toLowerCase()}/events/${id}/register`,
    `/${club.key}/events/${id.toUpperCase()}/`,
    `/event-${id}-detail`,
    `/event-${id}-register`,
  ])
    // Only the event's own page shows the picture.
    expect(await previewOf(path), path).toMatchObject(
      path.endsWith('register') ? { ...expected, image: { ...expected.image, shown: null } } : expected,
    )
  expect(await previewOf(`/${club.key}/events/${id}/register`)).not.toHaveProperty('words')
  for (const path of [
    '/',
    '/events',
    `/OTHER/events/${id}`,
    `/%E0%A4%A/events/${id}`,
    `/${club.key}/events/${id}/tickets`,
    `/${club.key}/events/summer`,
  ])
    expect(await previewOf(path), path).toBeNull()
  const page = await fetch(`${app.url}/${club.key}/events/${id}`, { headers: { accept: 'text/html' } })
  expect(page.status).toBeLessThan(500)
})

const untold: readonly [string, EventPlan, boolean][] = [
  ['disabled', { enabled: false }, true],
  ['not public yet', { publicFrom: new Date('2090-01-01') }, true],
  ['for members only', { forMembers: true }, true],
  ['of a closed club', {}, false],
]

test.each(untold)('an event that is %s has no preview', async (_, changes, open) => {
  const untoldOf = of(eventPreviews({ ...app.context, publicUrl: 'https://portal.example' }))
  const its = open ? club : await buildClub(app, { enabled: false })
  const { id } = await buildEvent(app, its, { ...plan, ...changes })
  expect(await untoldOf(`/${its.key}/events/${id}`)).toBeNull()
  await app.database.sql(
    `update events set enabled = true, public_from = now() - interval '1 day', for_members = false where id = $1`,
    [id],
  )
  await app.database.sql('update organisations set enabled = true where id = $1', [its.id])
  expect(await untoldOf(`/${its.key}/events/${id}`)).toMatchObject({ title: 'Summer regatta' })
})

test('the preview mentions members and guests, and that an event is sold out', async () => {
  const { id } = await buildEvent(app, club, { ...plan, forMembers: true, guestsInvited: true, capacity: 3, sold: 3 })
  const preview = await previewOf(`/${club.key}/events/${id}`)
  expect(preview!.data).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } })
})

test('a preview is cached, and read again after a failure', async () => {
  const { id } = await buildEvent(app, club, plan)
  let fails = true
  const db = new Proxy(app.context.db, {
    get: (target, name) => {
      if (fails) throw new Error('The database is away')
      return Reflect.get(target, name)
    },
  })
  const reading = of(eventPreviews({ ...app.context, db, publicUrl: 'https://portal.example' }))
  await expect(reading(`/${club.key}/events/${id}`)).rejects.toThrow('away')
  fails = false
  expect(await reading(`/${club.key}/events/${id}`)).not.toBeNull()
  fails = true
  expect(await reading(`/${club.key}/events/${id}`)).not.toBeNull()
})
