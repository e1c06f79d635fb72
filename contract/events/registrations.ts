import * as z from 'zod/mini'
import { ClientToken } from '../conversations/parts.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { chosenRows, filterText, requireSelection } from '../filters.ts'
import { DanishTexts } from '../local-text.ts'
import { AnswersById, SavedAnswers } from './question-answers.ts'
import { Ages, MOST_QUESTIONS, Question } from './questions.ts'
import { MOST_EVENT_PRICE } from './office.ts'
import { CanRefund, HandMethod, handMethods } from '../orders/answers.ts'
import { Email } from '../email.ts'
import {
  Id,
  integer,
  Language,
  ListCursor,
  LocalDate,
  Moment,
  Money,
  MOST_FOUND,
  Phone,
  requiredLine,
  singleLine,
  text,
} from '../values.ts'

/** `free`: it cost nothing, here or elsewhere; `held`: reserved by an unpaid order; `cancelled`: it was paid or free and is cancelled. */
export const registrationStates = ['paid', 'free', 'held', 'cancelled'] as const

const yesNo = ['yes', 'no'] as const

/** The fields by which the registrations of an event are filtered. Age is that on the event's first day. */
export const registrationFilterFields = {
  category: { kind: 'choice', choices: 'ids' },
  state: { kind: 'choice', choices: registrationStates },
  age: { kind: 'number' },
  minor: { kind: 'choice', choices: yesNo },
  /** Whether the age is one of the category's. */
  ageFits: { kind: 'choice', choices: yesNo },
  present: { kind: 'choice', choices: yesNo },
  byHand: { kind: 'choice', choices: yesNo },
  /** Paid outside the portal, cancelled, and not refunded yet. */
  toPayBack: { kind: 'choice', choices: yesNo },
  /** Whether required answers are missing. */
  answersMissing: { kind: 'choice', choices: yesNo },
  /** To the last move of the event: whether they keep the ticket, were refunded, or have not answered. */
  moveAnswer: { kind: 'choice', choices: ['none', 'keep', 'refund'] },
  /** An answer that is not sensitive: the question's id, a colon, and the option's key, `true`, `false`, or the whole answer. */
  answer: { kind: 'choice', choices: 'words' },
  /** The day in the event's time zone. */
  bought: { kind: 'date' },
} as const

/** A leading `-` turns the order round. `name`: as it is shown, the first name first. */
export const RegistrationSort = z.enum(['name', '-name', 'category', '-category', 'age', '-age', 'bought', '-bought'])
export type RegistrationSort = z.infer<typeof RegistrationSort>

/** Which registrations of an event: all that match. */
const matching = {
  /** Parts of a name, or a ticket's number. */
  search: z.optional(singleLine(100)),
  filter: z.optional(filterText(registrationFilterFields)),
}
export const registrationListQuery = { eventId: Id, ...matching, sort: z.optional(RegistrationSort) }

/** Those with these ids, or all that match. */
const Chosen = { ...chosenRows, ...matching }

export const ChosenRegistrations = z.object(Chosen).check(requireSelection())

/** Somebody's place at an event, as the club's office sees it. Amounts are null for those who may not see money. */
export const Registration = z.object({
  id: Id,
  memberId: Id,
  name: text(),
  /** By which the printed list is sorted. */
  lastName: text(),
  /** On the event's first day. */
  age: z.nullable(integer()),
  isMinor: z.boolean(),
  /** The ages of the category, of somebody who has or holds a place and is older or younger by now. */
  outsideAges: z.nullable(Ages),
  categoryId: Id,
  category: text(),
  /** The phase whose price was charged. */
  phase: z.nullable(text()),
  danish: DanishTexts,
  state: z.enum(registrationStates),
  /** The price of the order's line on the portal. */
  price: z.nullable(Money),
  /** The number on the ticket. */
  number: text(),
  /** Of somebody under 18: the parent, else whoever bought the ticket. */
  guardian: z.nullable(z.object({ name: text(), phone: text() })),
  buyer: text(),
  boughtAt: Moment,
  presentAt: z.nullable(Moment),
  /** Added by an office. */
  byHand: z.nullable(
    z.object({
      by: text(),
      reason: text(),
      method: z.enum([...handMethods, 'invoice']),
      amount: z.nullable(Money),
      /** Cancelled, and to be refunded by the club itself. */
      toPayBack: z.boolean(),
    }),
  ),
  /** Of an event with questions: answers that are not sensitive, how many are, and how many required ones are missing. */
  answers: z.optional(z.object({ values: AnswersById, sensitive: integer(0), missing: integer(0) })),
  orderId: Id,
  isTest: z.boolean(),
  can: CanRefund,
})
export type Registration = z.infer<typeof Registration>

/** Of all that match. */
export const RegistrationCounts = z.object({
  paid: integer(0),
  free: integer(0),
  held: integer(0),
  cancelled: integer(0),
  present: integer(0),
  byHand: integer(0),
  toPayBack: integer(0),
  /** Paid and held places by category. */
  categories: z.array(z.object({ id: Id, count: integer(0) })).check(z.maxLength(200)),
  /** Payments for places on the portal, and outside of it; null for those who may not see money. */
  income: z.nullable(Money),
  elsewhere: z.nullable(Money),
})
export type RegistrationCounts = z.infer<typeof RegistrationCounts>

/** Somebody whom an office may register. */
export const Candidate = z.object({
  id: Id,
  name: text(),
  age: z.nullable(integer()),
  /** Whose participant they are. */
  of: z.nullable(text()),
  registered: z.boolean(),
})
export type Candidate = z.infer<typeof Candidate>

/** Somebody who is nobody's member, by name. Tickets go to the e-mail address, if there is one. */
export const GuestFields = z.object({
  firstName: requiredLine(80),
  lastName: requiredLine(80),
  email: z.nullable(Email),
  phone: Phone,
  dateOfBirth: z.nullable(LocalDate),
  /** They agreed that the club processes their data to manage the registration. */
  consent: z.literal(true),
})

/** A category's price for somebody now, and the reason why a buyer would be refused; the office may register them all the same. */
export const OfferedPlace = z.object({
  categoryId: Id,
  price: Money,
  problem: z.nullable(z.enum(['category_age', 'category_members_only', 'birth_date_missing', 'event_sold_out'])),
})
export type OfferedPlace = z.infer<typeof OfferedPlace>

/** Why people cannot move to a category. */
const moveProblems = ['category_price_differs', 'event_sold_out', 'already_registered'] as const
export const MovePlace = z.object({ categoryId: Id, problem: z.nullable(z.enum(moveProblems)) })
export type MovePlace = z.infer<typeof MovePlace>

/** Sensitive answers in the reader's language, by name. */
export const SensitiveAnswers = z.object({
  people: z
    .array(
      z.object({
        id: Id,
        name: text(),
        answers: z.array(z.object({ label: text(), text: text(2000) })).check(z.maxLength(40)),
      }),
    )
    .check(z.maxLength(5000)),
})
export type SensitiveAnswers = z.infer<typeof SensitiveAnswers>

/** Questions of a place and its answers, as an office changes them: without sensitive ones. */
export const OfficeAnswers = z.object({
  age: z.nullable(integer()),
  categoryId: Id,
  questions: z.array(Question).check(z.maxLength(MOST_QUESTIONS)),
  answers: AnswersById,
})
export type OfficeAnswers = z.infer<typeof OfficeAnswers>

const one = z.object({ orgId: Id, eventId: Id })
const onePlace = z.object({ orgId: Id, eventId: Id, entryId: Id })
const path = `${orgApi}/org/{orgId}/office/event/item/{eventId}/registrations`
const known = ['organisation_not_found', 'event_not_found'] as const

/** How many changed, and how many of the chosen did not: they were so already, or have no valid ticket. */
export const ChangedRegistrations = z.object({ changed: integer(0), unchanged: integer(0) })

/** `skipped`: cancelled or unpaid, or of an order with another refund under way. */
const Refunded = { orders: integer(0), places: integer(0), skipped: integer(0), amount: Money }

export const RegistrationPage = z.object({
  people: z.array(Registration).check(z.maxLength(50)),
  counts: RegistrationCounts,
  total: integer(0),
  next: z.nullable(ListCursor),
  /** The event's first day, on which ages are shown. */
  day: LocalDate,
  /** It has come: people can be marked as present. */
  dayHasCome: z.boolean(),
  /** The event was moved, and its guests were asked. */
  wasMoved: z.boolean(),
})

export const PresentOutcome = z.object({ ...ChangedRegistrations.shape, ids: z.array(Id).check(z.maxLength(5000)) })

export const RefundPreview = z.object({ ...Refunded, names: z.array(text()).check(z.maxLength(20)), version: text() })

export const RefundedPlaces = z.object(Refunded)

export const officeRegistrations = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Everybody who has, holds or had a place at an event: 50 at a time, with counts of all that match',
    params: one,
    query: z.object({ ...matching, sort: z.optional(RegistrationSort), after: z.optional(ListCursor) }),
    output: RegistrationPage,
    mayBeStale: true,
    errors: known,
  }),
  present: endpoint({
    method: 'POST',
    path: `${path}/present`,
    summary: 'Marks people with a valid ticket as present, or takes that back',
    params: one,
    body: z.object({ ...Chosen, present: z.boolean() }).check(requireSelection()),
    /** `ids`: those that changed, so that each can be taken back; 5,000 at most. */
    output: PresentOutcome,
    errors: [...known, 'event_cancelled', 'event_is_draft', 'event_day_not_come'],
  }),
  movePlaces: endpoint({
    method: 'POST',
    path: `${path}/move/preview`,
    summary: 'To which categories people can move, and why not to the others; changes nothing',
    params: one,
    body: ChosenRegistrations,
    output: z.array(MovePlace).check(z.maxLength(200)),
    errors: [...known, 'event_cancelled', 'event_is_draft'],
  }),
  move: endpoint({
    method: 'POST',
    path: `${path}/move`,
    summary: 'Moves people with a valid ticket to another category of the same price: all of them, or none',
    params: one,
    body: z.object({ ...Chosen, categoryId: Id }).check(requireSelection()),
    output: ChangedRegistrations,
    errors: [
      ...known,
      'event_cancelled',
      'event_is_draft',
      'category_not_found',
      'category_closed',
      'category_price_differs',
      'event_sold_out',
    ],
  }),
  previewRefund: endpoint({
    method: 'POST',
    path: `${path}/refund/preview`,
    summary: 'Whose places a refund would cancel, and what it comes to; changes nothing',
    params: one,
    body: ChosenRegistrations,
    /** `version`: of exactly these places, for the refund. */
    output: RefundPreview,
    errors: [...known, 'too_many_refunds'],
  }),
  refund: endpoint({
    method: 'POST',
    path: `${path}/refund`,
    summary: 'Refunds places, of 500 orders at most, as previewed: all of them can be stopped together for a minute',
    params: one,
    body: z.object({ ...Chosen, reason: requiredLine(300), version: requiredLine(50) }).check(requireSelection()),
    output: RefundedPlaces,
    errors: [...known, 'too_many_refunds', 'refund_changed'],
  }),
  paidBack: endpoint({
    method: 'POST',
    path: `${path}/paid-back`,
    summary: 'Records that the club refunded by hand cancelled places that were paid outside the portal',
    params: one,
    body: ChosenRegistrations,
    output: ChangedRegistrations,
    errors: [...known, 'refund_not_found'],
  }),
  candidates: endpoint({
    method: 'GET',
    path: `${path}/candidates`,
    summary: 'Members of the club and people of their families, by name, to register by hand',
    params: one,
    query: z.object({ search: requiredLine(100) }),
    output: z.array(Candidate).check(z.maxLength(MOST_FOUND)),
    mayBeStale: true,
    errors: known,
  }),
  places: endpoint({
    method: 'GET',
    path: `${path}/places`,
    summary: 'What the open categories cost somebody now, and which fit; without a person, a guest born on a day',
    params: one,
    query: z.object({ memberId: z.optional(Id), born: z.optional(LocalDate) }),
    output: z.array(OfferedPlace).check(z.maxLength(200)),
    errors: [...known, 'not_found', 'event_cancelled', 'event_is_draft'],
  }),
  add: endpoint({
    method: 'POST',
    path,
    summary:
      'Registers a member of the club, somebody of their family or a guest by hand: free, or paid outside the portal. A repeated token registers nobody again',
    params: one,
    body: z
      .object({
        memberId: z.optional(Id),
        guest: z.optional(GuestFields),
        categoryId: Id,
        method: HandMethod,
        /** The amount paid to the club, in øre; 0 when it is free. */
        amount: integer(0, MOST_EVENT_PRICE),
        reason: requiredLine(300),
        token: z.optional(ClientToken),
      })
      .check(
        z.refine(({ method, amount }) => (method === 'free') === (amount === 0), {
          error: 'Say what was paid, or that it is free',
          path: ['amount'],
        }),
        z.refine(({ memberId, guest }) => (memberId === undefined) !== (guest === undefined), {
          error: 'Name a person or a guest',
          path: ['memberId'],
        }),
      ),
    output: Registration,
    errors: [
      ...known,
      'not_found',
      'category_not_found',
      'category_closed',
      'event_cancelled',
      'event_is_draft',
      'event_sold_out',
      'already_registered',
    ],
  }),
  answers: endpoint({
    method: 'GET',
    path: `${path}/{entryId}/answers`,
    summary: 'The answers of a place that its office may change, and those that it notes itself',
    params: onePlace,
    output: OfficeAnswers,
    errors: [...known, 'not_found'],
  }),
  saveAnswers: endpoint({
    method: 'POST',
    path: `${path}/{entryId}/answers`,
    summary: 'Gives or changes answers for a guest at any time; those that are not named stay',
    params: onePlace,
    body: SavedAnswers,
    output: OfficeAnswers,
    errors: [...known, 'not_found', 'answers_invalid', 'event_cancelled', 'event_is_draft'],
  }),
  sensitiveAnswers: endpoint({
    method: 'POST',
    path: `${path}/sensitive-answers`,
    summary: "Sensitive answers, such as allergies; each reading is in the club's history",
    params: one,
    body: ChosenRegistrations,
    output: SensitiveAnswers,
    errors: known,
  }),
  print: endpoint({
    method: 'POST',
    path: `${path}/print`,
    summary: "A list to print of those who have a place: A4 with boxes to tick; each is in the club's history",
    params: one,
    body: z
      .object({
        ...Chosen,
        sort: z.enum(['name', 'category']),
        language: z.optional(Language),
        sensitive: z.optional(z.boolean()),
      })
      .check(requireSelection()),
    output: 'file',
    files: ['application/pdf'],
    errors: [...known, 'too_many_to_print', 'forbidden'],
  }),
}
