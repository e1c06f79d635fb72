import { draftsByPlace } from '#web/api/drafts.ts'
import { registrationsKey } from '#web/api/local-storage.ts'

/** A registration on its way: a reload and a sign-in find it again, and a member another tab and another day, too. */
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

const empty = (memberId: string | null): RegistrationDraft => ({
  memberId,
  wanted: {},
  chosen: { places: [], memberships: [] },
  coupon: '',
  sent: null,
  keptAt: 0,
})

const drafts = draftsByPlace(registrationsKey, isDraft)

/**
 * The draft of this person for an event. Whoever signs in takes over what was chosen before.
 * @param memberId null: nobody is signed in
 */
export const openRegistration = (eventId: string, memberId: string | null, now = Date.now()): RegistrationDraft => ({
  ...(drafts.load(eventId, memberId, now) ?? empty(memberId)),
  memberId,
})

/** Keeps a change of the draft. */
export const saveRegistration = (
  eventId: string,
  memberId: string | null,
  change: Partial<Omit<RegistrationDraft, 'memberId' | 'keptAt'>>,
  now = Date.now(),
): void => drafts.save(eventId, { ...openRegistration(eventId, memberId, now), ...change, keptAt: now })

/** It is paid, or given up. */
export const forgetRegistration = (eventId: string, memberId: string | null): void => drafts.clear(eventId, memberId)

/** Where the client token of what was sent last is kept. */
export const sentRegistration = (eventId: string, memberId: string) => ({
  read: () => openRegistration(eventId, memberId).sent ?? undefined,
  save: (sent: { selection: string; token: string }) => saveRegistration(eventId, memberId, { sent }),
})
