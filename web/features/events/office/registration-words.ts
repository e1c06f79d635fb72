import type { MantineColor } from '@mantine/core'
import { answerText, type Question } from '#contract/events/questions.ts'
import { textIn } from '#contract/local-text.ts'
import { type Registration, registrationFilterFields } from '#contract/events/registrations.ts'
import { choiceField, type Fields } from '#web/ui/data-list/filter-sentence.ts'
import { capital, inSentence } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import { ticketStates } from '../words.ts'

const states: Record<Registration['state'], { readonly label: () => string; readonly color: MantineColor }> = {
  paid: { label: m.registrations_is_paid, color: 'teal' },
  free: { label: m.registrations_by_free, color: 'teal' },
  held: { label: m.registrations_is_held, color: 'coral' },
  cancelled: { ...ticketStates.cancelled, label: () => inSentence(ticketStates.cancelled.label()) },
}

/** The state of a place: in a badge, with a colour, and within a sentence. */
export function registrationState(state: Registration['state']) {
  const { label, color } = states[state]
  const within = label()
  return { label: capital(within), within, color }
}

/** How a place that an office added was paid. */
export const methodWords: Record<NonNullable<Registration['byHand']>['method'], () => string> = {
  free: m.registrations_by_free,
  cash: m.registrations_by_cash,
  bank_transfer: m.registrations_by_bank_transfer,
  mobilepay: m.registrations_by_mobilepay,
  invoice: m.registrations_by_invoice,
}

export interface Category {
  readonly id: string
  readonly name: string
}

/** @param wasMoved the event, and its guests were asked */
export function registrationFields(
  categories: readonly Category[],
  questions: readonly Question[],
  wasMoved: boolean,
): Fields {
  const { age, bought } = registrationFilterFields
  return {
    category: choiceField(
      m.registrations_category(),
      Object.fromEntries(categories.map(({ id, name }) => [id, () => name])),
    ),
    state: choiceField(
      m.registrations_state(),
      Object.fromEntries(Object.entries(states).map(([value, { label }]) => [value, label])),
    ),
    minor: yesOrNo(m.registrations_minor(), m.registrations_minor_yes, m.registrations_minor_no),
    age: { ...age, label: m.club_members_age() },
    ageFits: yesOrNo(m.registrations_age_fits(), m.registrations_age_fits_yes, m.registrations_age_fits_no),
    present: yesOrNo(m.registrations_present(), m.registrations_present_yes, m.registrations_present_no),
    byHand: yesOrNo(m.registrations_by_hand(), m.registrations_by_hand_yes, m.registrations_by_hand_no),
    toPayBack: yesOrNo(
      m.registrations_refund_by_hand(),
      m.registrations_refund_by_hand_yes,
      m.registrations_refund_by_hand_no,
    ),
    ...(questions.length > 0 && {
      answersMissing: yesOrNo(
        m.registrations_answers(),
        m.registrations_answers_missing,
        m.registrations_answers_complete,
      ),
      answer: choiceField(m.registrations_answer(), answersToChoose(questions)),
    }),
    ...(wasMoved && {
      moveAnswer: choiceField(m.moved_answers_title(), {
        none: m.registrations_move_unanswered,
        keep: m.registrations_move_kept,
        refund: m.registrations_move_refunded,
      }),
    }),
    bought: { ...bought, label: m.registrations_bought() },
  }
}

const yesOrNo = (label: string, yes: () => string, no: () => string) => choiceField(label, { yes, no })

/** `Transport: bus`, of the questions with options whose answers are not sensitive. */
function answersToChoose(questions: readonly Question[]): Record<string, () => string> {
  const locale = getLocale()
  return Object.fromEntries(
    questions
      .filter(({ sensitive }) => !sensitive)
      .flatMap(({ id, kind, label, options }) => {
        const keys = kind === 'yes_no' ? ['true', 'false'] : options.map(({ key }) => key)
        return keys.map((key) => {
          const text = answerText({ kind, options }, kind === 'yes_no' ? key === 'true' : key, locale, yesNo())
          return [`${id}:${key}`, () => `${textIn(label, locale)}: ${text}`] as const
        })
      }),
  )
}

export const yesNo = () => ({ yes: m.field_yes(), no: m.field_no() })
