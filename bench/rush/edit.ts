import { setTimeout as wait } from 'node:timers/promises'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { type EditedEvent, type EventFields, officeEvents } from '#contract/events/office.ts'
import { newId } from '#server/database/new-id.ts'
import type { Buyer } from '../support/buyer.ts'
import type { Events } from './world.ts'

/** Milliseconds from one save to the next. */
const PAUSE = 200

export interface Edits {
  saved: number
  /** A capacity below what is taken. */
  refused: number
}

export interface Desk {
  readonly url: string
  readonly orgId: string
  readonly office: Buyer
}

type Category = EventFields['categories'][number]

/** Does the work while an office saves one of the events again and again. */
export async function whileEdited<T>(
  { url, orgId, office }: Desk,
  events: Events,
  name: keyof Events,
  edits: Edits,
  work: () => Promise<T>,
): Promise<T> {
  const eventId = events[name].id
  async function call({ method, path }: Endpoint, body?: object): Promise<EditedEvent | null> {
    const answer = await fetch(url + pathOf(path, 'izy', { orgId, eventId }), {
      method,
      headers: {
        authorization: `Bearer ${office.token}`,
        'x-forwarded-for': office.ip,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const said = await answer.text()
    if (answer.ok) return JSON.parse(said) as EditedEvent
    // Refused for what is taken, or shed; anything else is a fault of the benchmark.
    if (answer.status === 503 || (said.includes('event_invalid') && said.includes('capacity_below_sold'))) return null
    throw new Error(`${method} ${path} was answered ${answer.status}: ${said}`)
  }
  const done = new AbortController()
  const editing = (async () => {
    let event: EditedEvent | null = null
    while (!event && !done.signal.aborted) event = await call(officeEvents.item)
    for (let turn = 1; event && !done.signal.aborted; turn++) {
      const { fields: filled, version }: EditedEvent = event
      const fields = named(filled)
      const saved = await call(officeEvents.save, { ...fields, ...changes[name](fields, turn), version })
      if (saved) edits.saved += 1
      else edits.refused += 1
      event = saved ?? event
      await wait(PAUSE)
    }
  })()
  try {
    return await work()
  } finally {
    done.abort()
    await editing
  }
}

/** Rows that were filled in have no texts, which nobody can save. */
const named = ({ categories, ...fields }: EventFields): EventFields => ({
  ...fields,
  title: { da: fields.title.da || 'Rush' },
  categories: categories.map((one) => ({ ...one, name: { da: one.name.da || 'Voksen' } })),
})

const withCategory = ({ categories }: EventFields, change: Partial<Category>) => ({
  categories: categories.map((one, at) => (at === 0 ? { ...one, ...change } : one)),
})

const early = () => ({ id: newId(), name: { da: 'Tidlig' }, price: 15_000, memberPrice: null, until: null, places: 10 })

/** The office's change to each event. The free ones sell more than an office can allow. */
const changes: Readonly<Record<keyof Events, (fields: EventFields, turn: number) => Partial<EventFields>>> = {
  lastPlaces: (fields, turn) => ({
    capacity: fields.capacity! + (turn % 2 ? 10 : -10),
    ...withCategory(fields, { price: 20_000 + (turn % 3) * 1000, capacity: null, phases: turn % 2 ? [early()] : [] }),
  }),
  full: (fields, turn) => withCategory(fields, { price: 20_000 + (turn % 3) * 1000 }),
  few: unlimited,
  many: unlimited,
}

function unlimited(fields: EventFields, turn: number): Partial<EventFields> {
  return { capacity: null, description: { da: `Ændret ${turn} gange` }, ...withCategory(fields, { capacity: null }) }
}
