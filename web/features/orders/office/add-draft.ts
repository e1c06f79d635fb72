import { useState } from 'react'
import * as z from 'zod/mini'
import { type LineByHand, MOST_BY_HAND, NewPerson, type PayByHand } from '#contract/orders/by-hand.ts'
import { takenBy } from '#contract/orders/answers.ts'
import { newToken } from '#web/api/client.ts'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'
import '#web/ui/fields/field-words.ts'
import { today } from '#web/ui/words/format.ts'
import { amountProblem, minorOf } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'

export const emptyPerson = { firstName: '', lastName: '', email: '', phone: '', dateOfBirth: '', consent: false }
export type TypedPerson = typeof emptyPerson

const Line = z.object({
  /** The membership, or the event with its category. */
  membershipConfId: z.optional(z.string()),
  eventId: z.optional(z.string()),
  category: z.optional(z.string()),
  /** Another price as typed; blank for the one by the rules. */
  price: z.string(),
})
export type DraftLine = z.infer<typeof Line>

export const payWays = [...takenBy, 'invoice', 'free'] as const
export type PayWay = (typeof payWays)[number]

const StoredDraft = z.object({
  token: z.string(),
  step: z.int().check(z.minimum(0), z.maximum(2)),
  memberId: z.string(),
  /** Whose category is to be chosen. */
  eventId: z._default(z.string(), ''),
  isNew: z.boolean(),
  person: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    dateOfBirth: z.string(),
    consent: z.boolean(),
  }),
  lines: z.array(Line),
  way: z.enum(payWays),
  /** Both days: null until one is typed. */
  receivedOn: z.nullable(z.string()),
  reference: z.string(),
  dueOn: z.nullable(z.string()),
  reason: z.string(),
})
type StoredDraft = z.infer<typeof StoredDraft>
export type AddDraft = StoredDraft & { readonly receivedOn: string; readonly dueOn: string }

const DUE_DAYS = 14

/** `YYYY-MM-DD`, so many days later. */
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const fresh = (given: Partial<AddDraft>): StoredDraft => ({
  token: newToken(),
  step: given.memberId ? 1 : 0,
  memberId: '',
  eventId: '',
  isNew: false,
  person: emptyPerson,
  lines: [],
  way: 'cash',
  receivedOn: null,
  reference: '',
  dueOn: null,
  reason: '',
  ...given,
})

// In the tab only: it is about somebody else.
const addDraft = defineDraft({ key: 'draft by-hand', schema: StoredDraft, lifetime: 'tab' })

/** An addition by hand, kept while it is typed. @param place the club, and what the page was opened for */
export function useAddDraft(place: string, given: Partial<AddDraft>) {
  const [first, setFirst] = useState(() => fresh(given))
  const { value, save, clear } = useDraft(addDraft, place, first)
  return {
    // By the day of now, which is another one than when the page was opened in the evening.
    draft: {
      ...value,
      receivedOn: value.receivedOn ?? today(),
      dueOn: value.dueOn ?? daysAfter(today(), DUE_DAYS),
    },
    change: (changes: Partial<AddDraft>) => save({ ...value, ...changes }),
    restart: (next: Partial<AddDraft> = {}) => {
      clear()
      setFirst(fresh(next))
    },
  }
}

/** The typed person as it is sent, or its errors. */
export function personOf(typed: TypedPerson) {
  const read = NewPerson.safeParse({
    ...typed,
    email: typed.email.trim() || null,
    dateOfBirth: typed.dateOfBirth || null,
  })
  const errors: Partial<Record<keyof TypedPerson, string>> = Object.fromEntries(
    (read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]).toReversed(),
  )
  if (!typed.consent) errors.consent = m.by_hand_consent_missing()
  if (typed.dateOfBirth > today()) errors.dateOfBirth = m.profile_birthday_future()
  return { person: read.success && Object.keys(errors).length === 0 ? read.data : null, errors }
}

/**
 * A line as it is asked and sent.
 * @param shown its price by the rules, which may be another one by now
 */
export const lineOf = ({ membershipConfId, eventId, category, price }: DraftLine, shown?: number): LineByHand => {
  const byRules = shown !== undefined && shown <= MOST_BY_HAND ? shown : undefined
  const minor = price.trim() === '' ? byRules : minorOf(price)
  const other = minor === undefined ? {} : { price: minor }
  return eventId && category ? { eventId, category, ...other } : { membershipConfId: membershipConfId!, ...other }
}

/** A line without its price. */
export const askedLine = (line: DraftLine) => lineOf({ ...line, price: '' })

export const payOf = ({ way, receivedOn, reference, dueOn }: AddDraft): PayByHand =>
  way === 'free'
    ? { how: 'free' }
    : way === 'invoice'
      ? { how: 'invoice', dueOn }
      : { how: 'taken', method: way, receivedOn, reference: reference.trim() }

/** Why the step about money cannot be sent. */
export function payErrors(draft: AddDraft, { needsReason, hasAccount }: { needsReason: boolean; hasAccount: boolean }) {
  const isDay = (day: string) => /^20\d\d-\d\d-\d\d$/.test(day)
  const isTaken = draft.way !== 'free' && draft.way !== 'invoice'
  return {
    receivedOn: isTaken && (!isDay(draft.receivedOn) || draft.receivedOn > today()) && m.problem_received_day_wrong(),
    dueOn: draft.way === 'invoice' && (!isDay(draft.dueOn) || draft.dueOn < today()) && m.problem_due_day_wrong(),
    account: draft.way === 'invoice' && !hasAccount && m.problem_bank_account_missing(),
    reason: needsReason && draft.reason.trim() === '' && m.problem_reason_needed(),
  }
}

export const priceProblem = (typed: string): string | false => (typed.trim() !== '' && amountProblem(typed)) || false
