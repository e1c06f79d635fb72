import { registrationsKey } from '#web/api/kept/kept-draft.ts'

/** A registration on its way, kept in this browser: a reload, a sign-in, another tab or another day finds it again. */
export interface RegistrationDraft {
  /** Whose it is; null: somebody chose before they signed in. */
  memberId: string | null
  /** How many of each category, before anybody is named. */
  wanted: Record<string, number>
  chosen: {
    places: { memberId: string; category: string }[]
    memberships: { memberId: string; orgId: string; membershipConfId: string }[]
  }
  coupon: string
  /** The selection that was sent last, as sent, and the client token it was sent with. */
  sent: { selection: string; token: string } | null
  /** Milliseconds since 1970. */
  keptAt: number
}

const hasTexts = (value: unknown, ...names: string[]) =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')

/** Whether a draft is one of this version: what lies in a browser may have been written by another, or by hand. */
function isDraft(value: unknown): value is RegistrationDraft {
  const { memberId, wanted, chosen, coupon, sent, keptAt } = (value ?? {}) as Partial<RegistrationDraft>
  return (
    (memberId === null || typeof memberId === 'string') &&
    typeof wanted === 'object' &&
    Object.values(wanted ?? {}).every(Number.isInteger) &&
    Array.isArray(chosen?.places) &&
    chosen.places.every((place) => hasTexts(place, 'memberId', 'category')) &&
    Array.isArray(chosen.memberships) &&
    chosen.memberships.every((one) => hasTexts(one, 'memberId', 'orgId', 'membershipConfId')) &&
    typeof coupon === 'string' &&
    (sent === null || hasTexts(sent, 'selection', 'token')) &&
    typeof keptAt === 'number'
  )
}

/** As long as a basket of memberships. */
const lifetime = 7 * 24 * 60 * 60 * 1000

const empty = (memberId: string | null): RegistrationDraft => ({
  memberId,
  wanted: {},
  chosen: { places: [], memberships: [] },
  coupon: '',
  sent: null,
  keptAt: 0,
})

/** Stands in where the browser refuses storage: only a reload forgets. */
let memory: string | null = null

function readAll(): Record<string, RegistrationDraft> {
  try {
    const kept = JSON.parse(memory ?? localStorage.getItem(registrationsKey) ?? '{}') as Record<string, unknown>
    const drafts = Object.entries(kept).filter((entry): entry is [string, RegistrationDraft] => isDraft(entry[1]))
    return Object.fromEntries(drafts)
  } catch {
    return {}
  }
}

function writeAll(drafts: Record<string, RegistrationDraft>, now: number) {
  const fresh = Object.entries(drafts).filter(([, { keptAt }]) => now - keptAt < lifetime)
  const text = JSON.stringify(Object.fromEntries(fresh))
  try {
    localStorage.setItem(registrationsKey, text)
    memory = null
  } catch {
    memory = text
  }
}

/**
 * The draft of this person for an event. Whoever signs in takes over what was chosen before; another's is not shown.
 * @param memberId null: nobody is signed in
 */
export function openRegistration(eventId: string, memberId: string | null, now = Date.now()): RegistrationDraft {
  const kept = readAll()[eventId]
  if (!kept || now - kept.keptAt >= lifetime) return empty(memberId)
  if (kept.memberId !== null && kept.memberId !== memberId) return empty(memberId)
  return { ...kept, memberId }
}

/** Keeps a change of the draft; what another person left here for the event is forgotten. */
export function keepRegistration(
  eventId: string,
  memberId: string | null,
  change: Partial<Omit<RegistrationDraft, 'memberId' | 'keptAt'>>,
  now = Date.now(),
): void {
  const draft = { ...openRegistration(eventId, memberId, now), ...change, memberId, keptAt: now }
  writeAll({ ...readAll(), [eventId]: draft }, now)
}

/** It is paid, or given up. */
export function forgetRegistration(eventId: string): void {
  const { [eventId]: _, ...others } = readAll()
  writeAll(others, Date.now())
}

/** Where the client token of what was sent last is kept. */
export const sentRegistration = (eventId: string, memberId: string) => ({
  read: () => openRegistration(eventId, memberId).sent ?? undefined,
  keep: (sent: { selection: string; token: string }) => keepRegistration(eventId, memberId, { sent }),
})
