import type { EventDetail, EligibilityRule } from '#contract/events/answers.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { requirementWords } from './requirement-words.ts'

interface Step {
  readonly label: string
  readonly to: string
}

export interface NextStep {
  /** The family's registration state, in a sentence. */
  readonly text: string
  /** None if there is nothing to do but wait. */
  readonly primary?: Step | null
  readonly secondary?: Step | null
  /** The buttons cannot be pressed: an office looks at the page. */
  readonly off?: boolean
}

type EventState = Pick<EventDetail, 'id' | 'orgId' | 'orgKey' | 'timeZone' | 'gates' | 'people' | 'tickets' | 'places'>

/** Whether an order of somebody holds a place for the family. */
export const holdsPlace = ({ people }: Pick<EventDetail, 'people'>): boolean =>
  people.some(({ entries }) => entries.some(({ status }) => status === 'held'))

/** The user's next step: their tickets, the registration, or how to become eligible. */
export function nextStepOf(event: EventState): NextStep {
  const { id, orgKey, gates, people, tickets, places } = event
  const register = { label: m.event_register(), to: paths.registerForEvent(orgKey, id) }
  const mayRegister = people.some(({ choices }) => choices.some((choice) => choice.gates.length === 0))
  if (tickets > 0) {
    const more = mayRegister ? { label: m.event_register_more(), to: register.to } : null
    const see = { label: m.event_see_tickets({ count: tickets }), to: paths.ticketsOf(orgKey, id) }
    return { text: m.event_state_tickets({ count: tickets }), primary: see, secondary: more }
  }
  if (mayRegister) {
    const left = places.left === null ? m.event_open_for_you() : m.event_places_left({ count: places.left })
    return { text: left, primary: register }
  }
  if (holdsPlace(event)) {
    const { text, next } = requirementWords({ code: 'already_registered', reserved: true }, { event })
    return { text, primary: next }
  }
  const everybody = gates[0]
  if (everybody) return { text: requirementWords(everybody, { event }).text }
  const first = easiestObstacle(event)
  if (!first) return { text: people.length === 1 && people[0]?.isCaller ? m.event_you_cannot() : m.event_nobody_fits() }
  const { text, next } = requirementWords(first.rule, { event, person: first.person })
  const { offer } = first.rule
  // The membership can be bought with the registration.
  if (offer)
    return {
      text: `${text} ${m.event_membership_costs({ name: first.person.name, membership: offer.name, price: formatMoney(offer.total) })}`,
      primary: { label: m.event_join_and_register(), to: register.to },
    }
  // No membership is offered here, so link to the club's.
  const club = { label: m.event_see_memberships(), to: paths.organisation(event.orgId) }
  const members = first.rule.code === 'event_members_only' || first.rule.code === 'category_members_only'
  return { text, primary: next ?? (members ? club : null) }
}

const order: readonly EligibilityRule['code'][] = [
  'already_registered',
  'event_members_only',
  'category_members_only',
  'birth_date_missing',
]

function easiestObstacle({ people }: Pick<EventDetail, 'people'>) {
  const all = people.flatMap((person) =>
    person.choices.flatMap(({ gates }) => gates.map((rule) => ({ person, rule, isAlone: gates.length === 1 }))),
  )
  const found = order.flatMap((code) => all.filter(({ rule, isAlone }) => isAlone && rule.code === code))
  return found[0] ?? all.find(({ rule }) => rule.code === 'event_members_only')
}
