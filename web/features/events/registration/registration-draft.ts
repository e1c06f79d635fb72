import { draftsByPlace } from '#web/forms/drafts.ts'
import { registrationsKey } from '#web/api/local-storage.ts'

/** An unfinished registration. It survives reloads and signing in; a member's is shared between tabs and visits. */
export interface RegistrationDraft {
  /** The owner; null if made while signed out. */
  memberId: string | null
  /** Places per category, before people are named; afterwards those that fit nobody. */
  wanted: Record<string, number>
  chosen: {
    places: { memberId: string; category: string }[]
    memberships: { memberId: string; orgId: string; membershipConfId: string }[]
  }
  coupon: string
  /** When consent was given, in epoch milliseconds; null without. Drafts of the version before have none. */
  agreedAt?: number | null
  /** The last selection sent, with its client token. */
  sent: { selection: string; token: string } | null
  /** Epoch milliseconds. */
  keptAt: number
}

const hasTexts = (value: unknown, ...names: string[]) =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')

/** Stored drafts may be from another version or edited by hand. */
function isDraft(value: unknown): value is RegistrationDraft {
  const {
    memberId,
    wanted,
    chosen,
    coupon,
    agreedAt = null,
    sent,
    keptAt,
  } = (value ?? {}) as Partial<RegistrationDraft>
  return (
    (memberId === null || typeof memberId === 'string') &&
    typeof wanted === 'object' &&
    Object.values(wanted ?? {}).every(Number.isInteger) &&
    Array.isArray(chosen?.places) &&
    chosen.places.every((place) => hasTexts(place, 'memberId', 'category')) &&
    Array.isArray(chosen.memberships) &&
    chosen.memberships.every((one) => hasTexts(one, 'memberId', 'orgId', 'membershipConfId')) &&
    typeof coupon === 'string' &&
    (agreedAt === null || typeof agreedAt === 'number') &&
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
 * The user's draft for an event. Signing in takes over what was selected while signed out.
 * @param memberId null when signed out
 */
export const openRegistration = (eventId: string, memberId: string | null, now = Date.now()): RegistrationDraft => ({
  ...(drafts.load(eventId, memberId, now) ?? empty(memberId)),
  memberId,
})

export const saveRegistration = (
  eventId: string,
  memberId: string | null,
  change: Partial<Omit<RegistrationDraft, 'memberId' | 'keptAt'>>,
  now = Date.now(),
): void => drafts.save(eventId, { ...openRegistration(eventId, memberId, now), ...change, keptAt: now })

/** Paid or cancelled. */
export const forgetRegistration = (eventId: string, memberId: string | null): void => drafts.clear(eventId, memberId)

/** Storage for the last selection sent, with its client token. */
export const sentRegistration = (eventId: string, memberId: string) => ({
  read: () => openRegistration(eventId, memberId).sent ?? undefined,
  save: (sent: { selection: string; token: string }) => saveRegistration(eventId, memberId, { sent }),
})
