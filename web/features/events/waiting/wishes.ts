import { waiting, type WaitingPerson, type Wish } from '#contract/events/waiting.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall, useReload } from '#web/api/use-call.ts'
import { formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** How many wait at an event, and the caller's own wish. */
export const waitingQuery = (eventId: string) =>
  callQuery([...queryKeys.events, 'waiting', eventId], waiting.ofEvent, { eventId }, { refetchInterval: 60_000 })

/** Everything that the caller waits for. */
export const myWishesQuery = callQuery([...queryKeys.events, 'wishes'], waiting.mine, {})

// Also after a refusal: they may have joined in another tab.
const useReloadAll = () => useReload(queryKeys.events, queryKeys.orders, queryKeys.tickets)

export const useJoin = () => useCall(waiting.join, {}, { onSettled: useReloadAll() })

export const useLeave = () => useCall(waiting.leave, {}, { onSettled: useReloadAll() })

/** `Alma and Otto: all of you`. */
export function wishWords({ people, mode, atLeast }: Pick<Wish, 'people' | 'mode' | 'atLeast'>): string {
  const open = people.filter(({ served }) => !served)
  const shown = open.length > 0 ? open : people
  const names = formatList(shown.map(({ name }) => name))
  if (shown.length === 1) return m.waiting_for({ names })
  if (mode === 'at_least') return m.waiting_for_at_least({ names, count: atLeast ?? 1 })
  return mode === 'all' ? m.waiting_for_all({ names }) : m.waiting_for_any({ names })
}

/** How many wait before; no number in the row, because groups may be passed. */
export const placeWords = ({ before }: Pick<Wish, 'before'>): string =>
  before.wishes === 0 ? m.waiting_first() : m.waiting_before(countsOf(before))

/** `2 wishes`, `5 places`. */
export const countsOf = ({ wishes, people }: Wish['before']) => ({
  wishes: m.waiting_wishes_number({ count: wishes }),
  places: m.waiting_places_number({ count: people }),
})

const problems: Record<NonNullable<WaitingPerson['problem']>, (person: { name: string }) => string> = {
  category_age: m.waiting_problem_age,
  birth_date_missing: m.waiting_problem_birth_date,
  event_members_only: m.waiting_problem_member,
  category_members_only: m.waiting_problem_member,
  category_closed: m.waiting_problem_closed,
  club_paused: m.waiting_problem_sale,
  event_sale_ended: m.waiting_problem_sale,
  event_sale_not_started: m.waiting_problem_sale,
  event_not_public: m.waiting_problem_sale,
  event_over: m.waiting_problem_sale,
  no_longer_allowed_for: m.waiting_problem_family,
  already_registered: () => '',
  event_sold_out: () => '',
}

/** Why somebody cannot be offered a place now. */
export const waitingProblemWords = ({ name, problem }: Pick<WaitingPerson, 'name' | 'problem'>): string =>
  problem ? problems[problem]({ name }) : ''
