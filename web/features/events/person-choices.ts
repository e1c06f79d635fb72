import type { EventDetail, EventPerson, EligibilityRule } from '#contract/event-answers.ts'
import { gateWords, type GateWords } from './gate-words.ts'

export type Choice = EventPerson['choices'][number]

export interface ChoicesOf {
  /** Categories that the person may take, the cheapest first. */
  readonly open: readonly Choice[]
  /** Reasons that close every category to the person, said once. */
  readonly reasons: readonly GateWords[]
  /** Categories that are closed for a reason of their own. */
  readonly closed: readonly { readonly category: string; readonly reason: GateWords }[]
}

/** What one person may take at an event, and why not the rest. What stands in everybody's way is said elsewhere. */
export function choicesOf(
  event: Pick<EventDetail, 'id' | 'orgKey' | 'timeZone' | 'gates'>,
  person: EventPerson,
): ChoicesOf {
  const general = new Set(event.gates.map(({ code }) => code))
  const own = person.choices.map((choice) => ({
    choice,
    gates: choice.gates.filter(({ code }) => !general.has(code)),
  }))
  const inAll = (own[0]?.gates ?? []).filter(({ code }) =>
    own.every(({ gates }) => gates.some((gate) => gate.code === code && !ofCategory.has(code))),
  )
  const words = (gate: EligibilityRule) => gateWords(gate, { event, person })
  const open = own
    .filter(({ choice }) => choice.gates.length === 0)
    .map(({ choice }) => choice)
    .toSorted((a, b) => a.price.minor - b.price.minor)
  return {
    open,
    reasons: inAll.map(words),
    closed:
      inAll.length > 0
        ? []
        : own.flatMap(({ choice, gates: [gate] }) =>
            // Nobody asks why a parent is no child; the prices say for which ages they are.
            gate && !(gate.code === 'category_age' && open.length > 0)
              ? [{ category: choice.category, reason: words(gate) }]
              : [],
          ),
  }
}

/** What is said of each category by itself, even where it is true of all. */
const ofCategory: ReadonlySet<EligibilityRule['code']> = new Set<EligibilityRule['code']>([
  'category_age',
  'event_sold_out',
])
