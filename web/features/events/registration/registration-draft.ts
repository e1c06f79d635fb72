import * as z from 'zod/mini'
import { defineDraft, WEEK } from '#web/forms/drafts.ts'

/** By the id of the question, as they are typed. */
const TypedAnswers = z.record(z.string(), z.union([z.boolean(), z.number(), z.string(), z.array(z.string())]))

/** An unfinished registration. It survives reloads and signing in; a member's is shared between tabs and visits. */
const RegistrationDraft = z.object({
  /** Places per category, before people are named; afterwards those that fit nobody. */
  wanted: z.record(z.string(), z.int()),
  chosen: z.object({
    places: z.array(z.object({ memberId: z.string(), category: z.string(), answers: z.optional(TypedAnswers) })),
    memberships: z.array(z.object({ memberId: z.string(), orgId: z.string(), membershipConfId: z.string() })),
  }),
  coupon: z.string(),
  /** To the questions that are asked once for the order. */
  orderAnswers: z._default(TypedAnswers, {}),
  /** When consent was given, in epoch milliseconds; null without. */
  agreedAt: z._default(z.nullable(z.number()), null),
  /** The last selection sent, with its client token. */
  sent: z.nullable(z.object({ selection: z.string(), token: z.string() })),
})
type RegistrationDraft = z.infer<typeof RegistrationDraft>

const empty: RegistrationDraft = {
  wanted: {},
  chosen: { places: [], memberships: [] },
  coupon: '',
  orderAnswers: {},
  agreedAt: null,
  sent: null,
}

const drafts = defineDraft({ key: 'registration-drafts', schema: RegistrationDraft, lifetime: WEEK })

/**
 * The user's draft for an event. Signing in takes over what was selected while signed out.
 * @param memberId null when signed out
 */
export const openRegistration = (eventId: string, memberId: string | null, now = Date.now()): RegistrationDraft =>
  drafts.load(eventId, memberId, now) ?? empty

export const saveRegistration = (
  eventId: string,
  memberId: string | null,
  change: Partial<RegistrationDraft>,
  now = Date.now(),
): void => drafts.save(eventId, { ...openRegistration(eventId, memberId, now), ...change }, memberId, now)

/** Paid or cancelled. */
export const forgetRegistration = (eventId: string, memberId: string | null): void => drafts.clear(eventId, memberId)

/** Storage for the last selection sent, with its client token. */
export const sentRegistration = (eventId: string, memberId: string) => ({
  read: () => openRegistration(eventId, memberId).sent ?? undefined,
  save: (sent: { selection: string; token: string }) => saveRegistration(eventId, memberId, { sent }),
})
