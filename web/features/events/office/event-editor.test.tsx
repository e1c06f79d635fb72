import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type EditedEvent,
  type EventFault,
  eventFields,
  type EventFields,
  type EventProblem,
  type fieldFaults,
} from '#contract/events/office.ts'
import type { RepeatFault, RepeatRule } from '#contract/events/repeat.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { blankOf, readTyped } from '#web/forms/fields.tsx'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { EventEditorPage } from './event-editor.tsx'
import { faultWords, type EditorTab } from './event-words.ts'
import { newQuestion, questionOf } from './question-values.ts'
// The page loads these with their tabs.
import './prices-tab.tsx'
import './questions-tab.tsx'
import './series-banner.tsx'
import './family-preview.tsx'

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`
const club = { id: id(1), key: 'ROKLUB' }

const adult: EventFields['categories'][number] = {
  id: id(3),
  name: { da: 'Voksen', en: 'Adult' },
  price: 100_000,
  memberPrice: null,
  capacity: 30,
  poolId: null,
  minAge: null,
  maxAge: null,
  membersOnly: false,
  closed: false,
  phases: [],
}
const fields: EventFields = {
  ...readTyped(eventFields, blankOf(eventFields)),
  title: { da: 'Sommerlejr' },
  kind: 'Lejr',
  startsAt: '2027-07-05T10:00',
  endsAt: '2027-07-07T15:00',
  timeZone: 'Europe/Copenhagen',
  place: { da: 'Bådhuset' },
  forMembers: false,
  guestsInvited: false,
  onePerPerson: true,
  publicFrom: '2027-01-01T08:00',
  capacity: 40,
  pools: [],
  questions: [],
  categories: [adult, { ...adult, id: id(4), name: { da: 'Barn', en: 'Child' } }],
}
const camp: EditedEvent = {
  id: id(2),
  version: 1,
  status: 'draft',
  badge: 'draft',
  fields,
  problems: [],
  sold: 0,
  held: 0,
  soldByCategory: [],
  soldByPool: [],
  picture: null,
  currency: 'DKK',
  testMode: false,
  clubSeries: [],
  publishedAt: null,
  copiedFrom: null,
  series: null,
  cancelTexts: null,
  knownAs: null,
}

const published: EditedEvent = { ...camp, status: 'published', badge: 'on_sale' }

type Saved = EventFields & { version: number }

/** The server's event, the requests that it got, and how it answers a save. */
let event: EditedEvent
let saves: Saved[]
let onSave: (sent: Saved) => Response
let mayWrite: boolean
let atEvent: ReturnType<typeof newRouter>

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const accept = ({ version, ...sent }: Saved) => {
  event = { ...event, version: version + 1, fields: sent }
  return json(event)
}
const refuse =
  (...problems: EventProblem[]) =>
  () =>
    json({ code: 'event_invalid', status: 422, title: 'Invalid', type: '', data: { problems } }, 422)
const changed = (current: EditedEvent) =>
  json({ code: 'changed_meanwhile', status: 409, title: '', type: '', data: { current } }, 409)
const offline = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  // Only these two: the client waits for its answers by other timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  overwriteGetLocale(() => 'en')
  sessionStorage.clear()
  useSessionState.setState({ status: 'signed-in' } as SessionState)
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.checkVisibility = () => true
  event = camp
  saves = []
  onSave = accept
  mayWrite = true
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address)
    if (method === 'PUT' && pathname.endsWith(event.id)) {
      saves.push(JSON.parse(body as string) as Saved)
      return onSave(saves.at(-1)!)
    }
    if (pathname.endsWith('/follow')) {
      const { place } = fields
      event = { ...event, version: event.version + 1, fields: { ...event.fields, place } }
      return json(event)
    }
    if (pathname.endsWith('/publish')) {
      if (JSON.parse(body as string).version !== event.version) return changed(event)
      event = { ...event, version: event.version + 1, status: 'published', badge: 'on_sale' }
      return json(event)
    }
    if (pathname.endsWith(event.id)) return json(event)
    return json([])
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function newRouter(tab: EditorTab) {
  const rootRoute = createRootRoute({ component: Outlet })
  function Editor() {
    const [shown, setShown] = useState(tab)
    return <EventEditorPage club={club} eventId={event.id} mayWrite={mayWrite} tab={shown} onTab={setShown} />
  }
  return createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute: () => rootRoute, path: '/', component: Editor }),
      createRoute({ getParentRoute: () => rootRoute, path: '/elsewhere', component: () => 'Elsewhere' }),
    ]),
    history: createMemoryHistory(),
  })
}

async function open(tab: EditorTab = 'what') {
  atEvent = newRouter(tab)
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  drawPage(atEvent, { client: cache })
  await wait(50)
}

/** An answer is read in turns of the real event loop, whatever the clock of the test says. */
let cache: QueryClient
/** Then until every request is answered and shown. */
const wait = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    const isBusy = () => cache.isFetching() + cache.isMutating() > 0
    for (let turn = 0; turn < 5 || (isBusy() && turn < 500); turn++) await new Promise(setImmediate)
    await new Promise(setImmediate)
  })
/** Without waiting for the page that is left to, which may never come. */
async function leave() {
  act(() => atEvent.history.push('/elsewhere'))
  await wait(10)
}
// By role or label they would cost half a second each: every element's style is asked for.
function labelled(text: string): HTMLElement {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent.replace(' *', '') === text)
  return document.getElementById(label?.htmlFor ?? '') ?? expect.fail(`No field '${text}'`)
}
const type = (label: string, value: string) => fireEvent.change(labelled(label), { target: { value } })
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => (one.ariaLabel ?? one.textContent) === name)
const press = (name: string) => act(async () => fireEvent.click(button(name) ?? expect.fail(`No button '${name}'`)))
const status = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)
const dialog = () => document.querySelector('[role=dialog]')?.textContent
const group = (name: string) => document.querySelector<HTMLElement>(`fieldset[aria-label='${name}']`)
const keptInTab = () => sessionStorage.getItem(`draft edited event ${camp.id}`)

/** The sentence beside a field, as a screen reader ties it to it. */
const sentenceOf = (label: string) =>
  (labelled(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((one) => document.getElementById(one)?.textContent ?? '')
    .join(' ')

test.each<[EditorTab, ...[label: string, value: string, sentence: string][]]>([
  [
    'when',
    ['Ends', '2027-07-04T10:00', 'The event must end after it starts.'],
    ['Doors open', '2027-07-05T11:00', 'Doors must open by the time the event starts.'],
    ['Ends', '', 'Choose a day and a time.'],
  ],
  [
    'who',
    ['Registration closes', '2026-12-31T10:00', 'Registration must close after it opens.'],
    ['Registration closes', '2027-07-08T10:00', 'Registration must close by the time the event ends.'],
    ['Registration opens', '2027-07-08T10:00', 'Registration must open before the event ends.'],
  ],
  ['prices', ['From age', '200', 'Enter an age from 0 to 120.']],
])('what is wrong on the tab “%s” has its sentence beside its field', async (tab, ...faults) => {
  event = published
  await open(tab)
  for (const [label, value, sentence] of faults) {
    type(label, value)
    expect(sentenceOf(label)).toContain(sentence)
  }
})

test('a title of spaces has its sentence beside it, and is not published', async () => {
  await open()
  type('Title in Danish', '   ')
  await press('Publish')
  expect(sentenceOf('Title in Danish')).toContain('Write a title in Danish.')
  expect(dialog()).toBeUndefined()
})

test('phases out of order, without an end, or beyond the places have their sentences beside them', async () => {
  const phase = { id: id(5), name: { da: 'Tidlig' }, price: 1, memberPrice: null, until: null, places: null }
  const phases = [
    { ...phase, until: '2027-03-01T12:00' },
    { ...phase, id: id(6), until: '2027-02-01T12:00' },
    { ...phase, id: id(7), places: 30 },
    { ...phase, id: id(8) },
  ]
  event = { ...published, fields: { ...fields, categories: [{ ...adult, phases }] } }
  await open('prices')
  expect(screen.getByText('This price must end later than the one before it.')).toBeTruthy()
  expect(screen.getByText('This price must cover fewer places than the category has.')).toBeTruthy()
  expect(screen.getByText('Enter when this price ends, or how many places it covers.')).toBeTruthy()
})

test('a draft saves itself after a pause', async () => {
  await open()
  type('Title in Danish', 'Vinterlejr')
  expect(status()).toContain('Not saved yet')
  await wait(1000)
  expect(saves).toEqual([])
  await wait(1000)
  expect(saves).toMatchObject([{ title: { da: 'Vinterlejr' }, version: 1 }])
  expect(status().join()).toContain('Saved ')
  expect(keptInTab()).toBeNull()
})

test('a refused draft says why beside its field, and is sent again only when something else is typed', async () => {
  onSave = refuse({ path: 'startsAt', fault: 'time_missing_that_day' })
  await open('when')
  type('Starts', '2027-03-28T02:30')
  await wait(2000)
  expect(sentenceOf('Starts')).toContain("This time doesn't exist on that day")
  expect(status()).toContain("The event isn't saved")
  await wait(120_000)
  expect(saves).toHaveLength(1)
  onSave = accept
  type('Starts', '2027-03-28T03:30')
  await wait(2000)
  expect(saves).toHaveLength(2)
  expect(status().join()).toContain('Saved ')
})

test('a capacity below what is sold has its sentence beside it, with the numbers', async () => {
  event = { ...camp, sold: 3, held: 2 }
  onSave = refuse({ path: 'capacity', fault: 'capacity_below_sold', data: { sold: 3, held: 2 } })
  await open('prices')
  type('Places in all', '4')
  await wait(2000)
  expect(sentenceOf('Places in all')).toContain('At least 5: 3 are sold and 2 reserved.')
})

/** The faults that only the server finds, each with a field where it finds them. */
const foundByServer: Record<Exclude<EventFault, (typeof fieldFaults)[number] | RepeatFault>, string> = {
  time_zone_unknown: 'timeZone',
  time_missing_that_day: 'endsAt',
  phase_over: 'categories.0.phases.0.until',
  capacity_below_sold: 'categories.1.capacity',
  category_has_guests: 'categories.0.poolId',
  alt_text_missing: 'picture',
  payment_not_configured: 'categories',
  event_over: 'endsAt',
  series_unknown: 'memberSeries',
  moved_to_past: 'startsAt',
  guests_have_come: 'startsAt',
  keep_until_past: 'keepUntil',
  keep_until_late: 'keepUntil',
  member_price_for_nobody: 'categories.0.memberPrice',
  question_answered: 'questions.0.readers',
  question_depends_on_answered: 'questions.0.condition',
  question_option_chosen: 'questions.0.options',
}

test.each(Object.entries(foundByServer) as [EventFault, string][])(
  'the bar says that %s, and leads to the sentence at its field',
  async (fault, path) => {
    const problem = { path, fault, data: { sold: 3, held: 2, name: 'Ja' } }
    const phase = { id: id(5), name: { da: 'Tidlig' }, price: 1, memberPrice: null, until: null, places: 3 }
    const asked = { ...newQuestion(), labelDa: 'Kost', kind: 'choice', sensitive: true, purposeDa: 'Til køkkenet' }
    const options = ['Ja', 'Nej'].map((da) => ({ key: da, da, en: '' }))
    event = {
      ...published,
      sold: 3,
      picture: { version: '1', width: 1, height: 1, alt: { da: '' }, focalX: 50, focalY: 50 },
      fields: {
        ...fields,
        memberSeries: ['Voksen'],
        categories: [{ ...adult, phases: [phase] }, fields.categories[1]!],
        questions: [questionOf({ ...asked, options })],
      },
    }
    onSave = refuse(problem)
    await open('when')
    type('Starts', '2027-07-06T10:00')
    await press('Save changes')
    await wait(0)
    await press('To fix (1)')
    const item = document.querySelector('[role=menuitem]')!
    expect(item.textContent).toContain(faultWords(problem))
    expect(item.textContent.startsWith('Prices and places')).toBe(path === 'categories')
    await act(async () => fireEvent.click(item))
    const tab = document.querySelector(`[data-path="${path}"]`)?.closest('[role=tabpanel]')
    expect(tab?.textContent).toContain(faultWords(problem))
  },
)

test('a refusal is forgotten with the change that was refused', async () => {
  event = { ...published, sold: 3 }
  onSave = refuse({ path: 'startsAt', fault: 'guests_have_come' })
  await open('when')
  type('Time zone', 'Europe/Helsinki')
  await press('Save changes')
  await wait(0)
  expect(sentenceOf('Starts')).toContain('The first guests have come')
  type('Time zone', 'Europe/Copenhagen')
  expect(sentenceOf('Starts')).not.toMatch(/guests.have.come/)
})

test('a draft that cannot be published says so as soon as it is opened', async () => {
  event = { ...camp, problems: [{ path: 'categories.0.memberPrice', fault: 'member_price_for_nobody' }] }
  await open('prices')
  expect(screen.getByText(/^No membership covers that day/)).toBeTruthy()
  expect(button('To fix (1)')).toBeDefined()
})

test('without a connection a draft is saved later, by itself and by the button', async () => {
  onSave = offline
  await open()
  type('Title in Danish', 'Vinterlejr')
  await wait(2000)
  expect(status()).toContain("The event isn't saved")
  await press('Try again')
  expect(saves).toHaveLength(2)
  await wait(2000)
  expect(saves, 'the pauses become longer').toHaveLength(2)
  onSave = accept
  await wait(10_000)
  expect(saves).toHaveLength(3)
  expect(status().join()).toContain('Saved ')
  type('Title in Danish', 'Efterårslejr')
  await wait(2000)
  expect(saves).toHaveLength(4)
})

test('a save whose answer was lost is no conflict', async () => {
  await open()
  onSave = (sent) => {
    accept(sent)
    return offline()
  }
  type('Title in Danish', 'Vinterlejr')
  await wait(2000)
  onSave = ({ version, ...sent }) => (version === event.version ? accept({ version, ...sent }) : changed(event))
  type('Title in English', 'Winter camp')
  await wait(2000)
  expect(screen.queryByText('What you typed')).toBeNull()
  expect(event.fields.title).toEqual({ da: 'Vinterlejr', en: 'Winter camp' })
})

test('a save by somebody else shows both versions', async () => {
  onSave = () => {
    return changed({ ...camp, version: 2, fields: { ...fields, title: { da: 'Påskelejr' } } })
  }
  await open()
  type('Title in Danish', 'Vinterlejr')
  await wait(120_000)
  expect(saves).toHaveLength(1)
  const both = document.querySelector('[role=radiogroup]')?.textContent
  expect(both).toContain('Vinterlejr')
  expect(both).toContain('Påskelejr')
  await press("Use what's saved")
  expect(labelled('Title in Danish')).toHaveProperty('value', 'Påskelejr')
})

test('of two who save one event the second chooses beside Save, without a message that it is ready', async () => {
  event = published
  onSave = (sent) => {
    if (sent.version === 2) return accept(sent)
    return changed({ ...published, version: 2, fields: { ...fields, title: { da: 'Påskelejr' } } })
  }
  await open()
  type('Title in Danish', 'Vinterlejr')
  await press('Save changes')
  await wait(0)
  const bar = screen.getByRole('region', { name: 'Edit event' })
  expect(bar.contains(document.activeElement)).toBe(true)
  expect(document.activeElement?.getAttribute('role')).toBe('alert')
  expect(bar.textContent).not.toContain('Ready')
  await press('Save what I chose')
  await wait(0)
  expect(event.fields.title.da).toBe('Vinterlejr')
})

test('a draft that somebody else has saved meanwhile is shown before it is published', async () => {
  await open()
  event = { ...camp, version: 2, fields: { ...fields, title: { da: 'Påskelejr' } } }
  await act(() => cache.invalidateQueries())
  await wait(0)
  const publish = async () => {
    await press('Publish')
    await act(async () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish' })))
    await wait(0)
  }
  await publish()
  expect(event.status).toBe('draft')
  expect(labelled('Title in Danish')).toHaveProperty('value', 'Påskelejr')
  await publish()
  expect(event.status).toBe('published')
})

test('a field that follows the series again leaves what is typed, or asks where it is typed itself', async () => {
  const rule: RepeatRule = {
    unit: 'week',
    every: 1,
    weekdays: [1],
    monthly: 'day',
    until: null,
    count: 5,
    skipHolidays: false,
    skipWeeks: [],
    except: [],
  }
  const series = { id: id(9), rule, dates: 5, coming: 5, ownFields: ['place'] }
  const own = { ...published, series, fields: { ...fields, place: { da: 'Hallen' } } }
  event = own
  await open('when')
  type('Ends', '2027-07-08T15:00')
  await press('Follow again: Place')
  await wait(0)
  expect(labelled('Place in Danish')).toHaveProperty('value', 'Bådhuset')
  expect(labelled('Ends')).toHaveProperty('value', '2027-07-08T15:00')
  await press('Save changes')
  await wait(0)
  expect(event.fields).toMatchObject({ endsAt: '2027-07-08T15:00', place: { da: 'Bådhuset' } })

  cleanup()
  event = own
  await open('when')
  type('Place in Danish', 'Klubhuset')
  await press('Follow again: Place')
  await wait(0)
  const both = document.querySelector('[role=alert] [role=radiogroup]')?.textContent
  expect(both).toContain('Klubhuset')
  expect(both).toContain('Bådhuset')
})

test('a draft that is left is saved, and kept in the tab until it is', async () => {
  onSave = offline
  await open()
  type('Title in Danish', 'Vinterlejr')
  await leave()
  expect(screen.getByText('Elsewhere')).toBeTruthy()
  expect(saves).toHaveLength(1)
  expect(keptInTab()).toContain('Vinterlejr')
  onSave = accept
  cleanup()
  await open()
  expect(labelled('Title in Danish')).toHaveProperty('value', 'Vinterlejr')
  await leave()
  await wait(0)
  expect(event.fields.title.da).toBe('Vinterlejr')
  expect(keptInTab()).toBeNull()
})

test.each([
  ['a refused draft', refuse({ path: 'startsAt', fault: 'time_missing_that_day' }), '2027-03-28T02:30'],
  ['a draft without a connection', offline, '2027-08-28T02:30'],
  ['a draft without a start', accept, ''],
])('%s asks before it is left', async (_, answer, start) => {
  onSave = answer
  await open('when')
  type('Starts', start)
  await wait(2000)
  await leave()
  expect(dialog()).toContain('Leave without saving?')
  await press('Stay here')
  expect(labelled('Starts')).toHaveProperty('value', start)
})

test('the question whether to publish closes when what is typed is refused', async () => {
  onSave = refuse({ path: 'endsAt', fault: 'time_missing_that_day' })
  await open('when')
  type('Ends', '2027-07-08T15:00')
  await press('Publish')
  await wait(10)
  expect(dialog()).toBeUndefined()
  expect(sentenceOf('Ends')).toContain("This time doesn't exist on that day")
})

test('a removed category with guests comes back with the sentence why', async () => {
  onSave = refuse({ path: 'categories', fault: 'category_has_guests', data: { name: 'Barn' } })
  await open('prices')
  await press('Remove Child')
  expect(group('Child')).toBeNull()
  await wait(2000)
  expect(group('Child')!.querySelector('[role=alert]')?.textContent).toContain('Stop selling it instead of removing')
  expect(button('Remove Child')).toBeUndefined()
  expect(status()).not.toContain("The event isn't saved")
  await wait(120_000)
  expect(saves).toHaveLength(1)
})

test('a category that somebody once had a place in is stopped, and not removed', async () => {
  event = { ...camp, soldByCategory: [{ id: id(4), sold: 0, held: 0, atOtherPrice: 0, early: [], hasEntries: true }] }
  await open('prices')
  expect(button('Remove Adult')).toBeDefined()
  expect(button('Remove Child')).toBeUndefined()
  await press('Stop selling Child')
  await wait(2000)
  expect(saves.at(-1)?.categories.map(({ closed }) => closed)).toEqual([false, true])
})

test('a picture that cannot be read or is too big says so beside it', async () => {
  await open()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const file = new File(['text'], 'camp.jpg', { type: 'image/jpeg' })
  Object.defineProperty(file, 'size', { value: 40_000_000 })
  await act(async () => fireEvent.change(input, { target: { files: [file] } }))
  await wait(50)
  expect(group('Picture')!.querySelector('[role=alert]')?.textContent).toMatch(/5\sMB/)
})

test('a price that is not read is neither saved nor lost', async () => {
  await open('prices')
  for (const typed of ['1e3', '-100', '1.250']) {
    type('Price in DKK', typed)
    await wait(5000)
    expect(saves).toEqual([])
    expect(labelled('Price in DKK')).toHaveProperty('value', typed)
    expect(keptInTab()).toContain(typed)
  }
  type('Price in DKK', '1,250')
  await wait(5000)
  expect(saves.at(-1)?.categories[0]?.price).toBe(125_000)
})

test('a phone number that is not read says so beside it when it is saved, not while it is typed', async () => {
  event = published
  await open()
  type('Contact phone', '4')
  expect(sentenceOf('Contact phone')).toBe('')
  await press('Save changes')
  expect(saves).toEqual([])
  expect(sentenceOf('Contact phone')).toBe('Enter a phone number with 6 to 15 digits.')
  type('Contact phone', '20 11 12 13')
  expect(sentenceOf('Contact phone')).toBe('')
  await press('Save changes')
  await wait(50)
  expect(saves).toHaveLength(1)
})

test('what is typed slowly stays as it is typed, however the server writes it', async () => {
  await open('prices')
  const field = (label: string) => labelled(label)
  for (const [typed, price] of [
    ['', 0],
    ['12', 1200],
    ['12,', 1200],
    ['12,5', 1250],
    ['12,50', 1250],
  ] as const) {
    type('Price in DKK', typed)
    await wait(5000)
    expect(saves.at(-1)?.categories[0]?.price).toBe(price)
    expect(field('Price in DKK')).toHaveProperty('value', typed)
    expect(keptInTab()).toBeNull()
  }
  type('Places in all', '040')
  await wait(5000)
  expect(saves.at(-1)?.capacity).toBe(40)
  expect(field('Places in all')).toHaveProperty('value', '040')
})

test('a kind stays as it is typed, in either language, also where it is one of the portal', async () => {
  await open('what')
  for (const [typed, kind] of [
    ['week', 'week'],
    ['weekend', 'Weekend'],
    ['weekend i Sverige', 'weekend i Sverige'],
    ['Fest', 'Fest'],
  ] as const) {
    type('Type', typed)
    await wait(5000)
    expect(saves.at(-1)?.kind).toBe(kind)
    expect(labelled('Type')).toHaveProperty('value', typed)
    expect(keptInTab()).toBeNull()
  }
})

test('the field of a pool keeps the focus while it is chosen by key', async () => {
  event = { ...camp, fields: { ...fields, pools: [{ id: id(5), name: 'Hytter', capacity: 10 }] } }
  await open('prices')
  const field = () => document.querySelector<HTMLSelectElement>('[data-path="categories.0.poolId"]')!
  for (const value of [id(5), '']) {
    field().focus()
    fireEvent.change(field(), { target: { value } })
    await wait(10)
    expect(document.activeElement).toBe(field())
    expect(field().value).toBe(value)
  }
})

test('a category that is moved by key keeps the focus to the end of the list, and its new place is said', async () => {
  await open('prices')
  button('Move Adult down')!.focus()
  await press('Move Adult down')
  expect([document.activeElement?.ariaLabel, status()]).toEqual([
    'Move Adult down',
    expect.arrayContaining(['Adult is now number 2 of 2.']),
  ])
  expect(button('Move Adult down')!.getAttribute('aria-disabled')).toBe('true')
  const titles = () => [...document.querySelectorAll('fieldset h3')].map(({ textContent }) => textContent)
  await press('Move Adult down')
  expect(titles()).toEqual(['Child', 'Adult'])
  await press('Move Adult up')
  expect([document.activeElement?.ariaLabel, titles()]).toEqual(['Move Adult up', ['Adult', 'Child']])
})

test('the first field of what is added has the focus', async () => {
  event = {
    ...camp,
    fields: { ...fields, questions: [questionOf({ ...newQuestion(), labelDa: 'Telt', kind: 'choice' })] },
  }
  const focused = () => document.activeElement?.closest<HTMLElement>('[data-path]')?.dataset['path']
  await open('prices')
  await press('Add category')
  expect(focused()).toBe('categories.2.name')
  await press('Add early-bird price to Adult')
  expect(focused()).toBe('categories.0.phases.0.name')
  await press('Add pool')
  expect(focused()).toBe('pools.0.name')
  cleanup()
  await open('questions')
  await press('Add a question')
  expect(focused()).toBe('questions.1.label')
  await press('Add an option')
  expect(focused()).toBe('questions.0.options')
  expect(document.activeElement?.closest('[role=group]')?.ariaLabel).toBe('Option 1 of Telt')
})

test('an event lasts as long as before while the year of its start is typed', async () => {
  await open('when')
  for (const year of ['0002', '0020', '0202', '2028']) type('Starts', `${year}-07-05T10:00`)
  expect(labelled('Ends')).toHaveProperty('value', '2028-07-07T15:00')
  type('Starts', '')
  type('Starts', '2028-07-06T10:00')
  expect(labelled('Ends')).toHaveProperty('value', '2028-07-08T15:00')
})

test('a price on sale that changes a lot is asked about, with how many have bought', async () => {
  event = {
    ...published,
    soldByCategory: [{ id: adult.id, sold: 3, held: 0, atOtherPrice: 0, early: [], hasEntries: true }],
  }
  await open('prices')
  type('Price in DKK', '700')
  await press('Save changes')
  expect(saves.at(-1)?.categories[0]?.price).toBe(70_000)
  for (const [typed, price] of [
    ['0', 0],
    ['70050', 7_005_000],
  ] as const) {
    const before = saves.length
    type('Price in DKK', typed)
    await press('Save changes')
    expect(saves).toHaveLength(before)
    expect(dialog()).toContain('3 people have bought at the old price')
    await press('Change the price')
    await wait(500)
    expect(saves.at(-1)?.categories[0]?.price).toBe(price)
  }
})

test('a question is dragged by its handle, and one that asked by its answer says that this comes later now', async () => {
  const asked = (labelDa: string, rest = {}) => questionOf({ ...newQuestion(), labelDa, ...rest })
  const travels = asked('Rejse', { kind: 'yes_no' })
  const questions = [travels, asked('Køresyg', { dependsOn: travels.id, chosen: ['true'] }), asked('Telt')]
  event = { ...camp, fields: { ...fields, questions } }
  await open('questions')
  const rows = () => [...document.querySelectorAll<HTMLElement>('fieldset[data-path^="questions."]')]
  const names = () => rows().map(({ ariaLabel }) => ariaLabel)
  for (const [at, row] of rows().entries()) row.getBoundingClientRect = () => new DOMRect(0, at * 100, 500, 90)
  const grip = (name: string) => group(name)!.querySelector('[data-grip]')!
  Element.prototype.setPointerCapture = () => undefined
  const drag = (name: string, ...heights: number[]) => {
    fireEvent.pointerDown(grip(name), { button: 0, clientY: 0 })
    for (const clientY of heights) fireEvent.pointerMove(grip(name), { clientY })
  }
  const lands = () => rows().map(({ dataset }) => dataset['land'])

  drag('Rejse', 120)
  expect(lands(), 'where it is').toEqual([undefined, undefined, undefined])
  fireEvent.pointerMove(grip('Rejse'), { clientY: 290 })
  expect(lands()).toEqual([undefined, undefined, 'below'])
  fireEvent.keyDown(window, { key: 'Escape' })
  fireEvent.pointerUp(grip('Rejse'), { clientY: 290 })
  expect(names()).toEqual(['Rejse', 'Køresyg', 'Telt'])

  drag('Rejse', 150, 200)
  expect(lands()).toEqual([undefined, undefined, 'above'])
  fireEvent.pointerUp(grip('Rejse'), { clientY: 200 })
  expect(names()).toEqual(['Køresyg', 'Rejse', 'Telt'])
  expect(lands()).toEqual([undefined, undefined, undefined])
  expect(group('Køresyg')!.textContent).toContain('A question can depend only on an earlier one')
  const depends = group('Køresyg')!.querySelector<HTMLSelectElement>('[data-path="questions.0.condition"]')
  expect(depends!.selectedOptions[0]!.textContent).toContain('Rejse')
  await wait(2000)
  expect(saves.at(-1)?.questions.map(({ label }) => label.da)).toEqual(['Køresyg', 'Rejse', 'Telt'])
})

test('whom a question asks stays chosen while its answers or ages are still to be filled in', async () => {
  const asked = (labelDa: string, rest = {}) => questionOf({ ...newQuestion(), labelDa, ...rest })
  const allergic = asked('Allergi', { kind: 'yes_no' })
  event = { ...camp, fields: { ...fields, questions: [allergic, asked('Hvilken')] } }
  await open('questions')
  await press('Settings of Hvilken')
  const inRow = (label: string) => within(group('Hvilken')!).getByLabelText(label)
  const choose = (value: string) => fireEvent.change(inRow('Ask only if'), { target: { value } })
  choose(allergic.id)
  await wait(5000)
  expect(saves.at(-1)?.questions[1]?.condition).toEqual({ question: allergic.id, in: [] })
  expect(inRow('Ask only if')).toHaveProperty('value', allergic.id)
  await press('Publish')
  expect(group('Hvilken')!.textContent).toContain('Choose at least one answer')
  fireEvent.click(inRow('Yes'))
  await wait(5000)
  expect(group('Hvilken')!.textContent).not.toContain('Choose at least one answer')

  choose('age')
  fireEvent.change(inRow('From age'), { target: { value: '12,5' } })
  const before = saves.length
  await wait(5000)
  expect(saves).toHaveLength(before)
  expect(inRow('From age')).toHaveProperty('value', '12,5')
  fireEvent.change(inRow('From age'), { target: { value: '12' } })
  await wait(5000)
  expect(saves.at(-1)?.questions[1]?.condition).toEqual({ age: { min: 12, max: null } })
})

test('whoever only reads sees the settings of questions and the family preview, and changes nothing', async () => {
  mayWrite = false
  event = { ...published, fields: { ...fields, questions: [questionOf({ ...newQuestion(), labelDa: 'Telt' })] } }
  await open('questions')
  expect(group('Telt')!.matches(':disabled')).toBe(true)
  expect(group('Telt')!.querySelector('[data-grip]')).toBeNull()
  expect(button('Settings of Telt')!.ariaExpanded).toBe('true')
  expect(button('Add a question')).toBeUndefined()
  await press('Preview as a family of three')
  await wait(50)
  const shown = document.querySelector('[role=dialog]')!
  expect(shown.querySelectorAll('input:enabled').length).toBeGreaterThan(3)
  expect(shown.textContent).toContain('Younger child')
})
