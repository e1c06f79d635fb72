import type { EligibilityRule, EventDetail, EventPerson, MembershipOffer } from '#contract/events/answers.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, momentWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export interface RequirementWords {
  /** The reason, in a sentence. */
  readonly text: string
  /** How to become eligible; null if nothing helps but time. */
  readonly next: { readonly label: string; readonly to: string } | null
}

export interface About {
  readonly event: Pick<EventDetail, 'id' | 'orgKey' | 'timeZone'>
  /** Omitted for rules that apply to everybody. */
  readonly person?: Partial<Pick<EventPerson, 'name' | 'entries'>> & Pick<EventPerson, 'memberId' | 'isCaller'>
}

/** Why somebody can't register, with a link to the next step. */
export function requirementWords(rule: EligibilityRule, { event, person }: About): RequirementWords {
  const register = paths.registerForEvent(event.orgKey, event.id)
  const time = (moment: string | undefined) => (moment ? momentWords(moment, event.timeZone) : '')
  const plain = (text: string): RequirementWords => ({ text, next: null })
  switch (rule.code) {
    case 'club_paused':
      return plain(m.problem_club_paused())
    case 'event_not_public':
      return plain(m.event_rule_not_public({ date: time(rule.from) }))
    case 'event_over':
      return plain(m.problem_event_over())
    case 'event_members_only':
      return { text: m.event_rule_members_only(), next: joinWith(rule.offer, { event, person }) }
    case 'category_members_only':
      return { text: m.event_rule_category_members(), next: joinWith(rule.offer, { event, person }) }
    case 'event_sale_not_started':
      return plain(m.event_rule_not_started({ date: time(rule.from) }))
    case 'event_sale_ended':
      return plain(m.event_rule_ended({ date: time(rule.until) }))
    case 'event_sold_out':
      return plain(rule.left ? m.event_rule_few_left({ count: rule.left }) : m.event_rule_sold_out())
    case 'already_registered':
      return rule.reserved || isHeld(rule, person)
        ? { text: m.event_rule_reserved(), next: { label: m.event_rule_complete(), to: paths.dashboard() } }
        : { text: m.event_rule_registered(), next: { label: m.event_rule_ticket(), to: ticketOf(rule, event) } }
    case 'category_closed':
      return plain(m.problem_category_closed())
    case 'category_age':
      return plain(ageWords(rule) || m.problem_category_age())
    case 'birth_date_missing':
      return {
        text: m.event_rule_birth_date(),
        // The registration form asks for it.
        next: { label: m.event_rule_add_birth_date(), to: register },
      }
  }
}

/** `reserved` is only what a new order replaces: not an offer of the waiting list, or what an administrator began. */
const isHeld = ({ entryId }: EligibilityRule, person: About['person']) =>
  person?.entries?.some((entry) => entry.entryId === entryId && entry.status === 'held') === true

const ticketOf = ({ entryId }: EligibilityRule, { orgKey, id }: About['event']) =>
  entryId ? paths.ticket(orgKey, id, entryId) : paths.ticketsOf(orgKey, id)

/** A link such as "Join the club, 700 kr." to the registration, where the membership is bought with the place. */
export function joinWith(offer: MembershipOffer | undefined, { event, person }: About): RequirementWords['next'] {
  if (!offer) return null
  const price = formatMoney(offer.total)
  const { name } = person ?? {}
  return {
    label:
      person?.isCaller || !name
        ? m.event_rule_join({ club: offer.orgName, price })
        : m.event_rule_join_for({ name, price }),
    to: paths.registerForEvent(event.orgKey, event.id),
  }
}

/** Age range, such as "from 6 to 15 years". */
export function ageWords(ages: { minAge?: number | null; maxAge?: number | null }): string {
  const { minAge = null, maxAge = null } = ages
  if (minAge !== null && maxAge !== null) return m.event_age_between({ min: minAge, max: maxAge })
  if (minAge !== null) return m.event_age_from({ min: minAge })
  return maxAge === null ? '' : m.event_age_until({ max: maxAge })
}

export type Choice = EventPerson['choices'][number]

/**
 * A person's bookable categories, cheapest first, and why not the rest: for a reason of all or of their own. Rules that apply to everybody are
 * left out.
 */
export function choicesOf(event: About['event'] & Pick<EventDetail, 'gates'>, person: EventPerson) {
  const general = new Set(event.gates.map(({ code }) => code))
  const own = person.choices.map((choice) => ({
    choice,
    gates: choice.gates.filter(({ code }) => !general.has(code)),
  }))
  const inAll = (own[0]?.gates ?? []).filter(({ code }) =>
    own.every(({ gates }) => gates.some((rule) => rule.code === code && !perCategory.has(code))),
  )
  const words = (rule: EligibilityRule) => requirementWords(rule, { event, person })
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
        : own.flatMap(({ choice, gates: [rule] }) =>
            // Adults don't need to know why they can't be a child; the prices list the ages.
            rule && !(rule.code === 'category_age' && open.length > 0)
              ? [{ category: choice.category, reason: words(rule) }]
              : [],
          ),
  }
}

/** Shown per category, even if they apply to all. */
const perCategory: ReadonlySet<EligibilityRule['code']> = new Set<EligibilityRule['code']>([
  'category_age',
  'event_sold_out',
])
