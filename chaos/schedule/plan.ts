import { randomFrom, type Random } from '../random.ts'
import type { Offer } from '../purchase/world.ts'
import { planFaults, type TimedFault } from './plan-faults.ts'

/** A buyer's next step. Steps follow each other; those in `together` are sent at the same moment. */
export type Step =
  | { readonly do: 'prepare' | 'link'; readonly together: number }
  | { readonly do: 'pay'; readonly card: string; readonly window: 'last' | 'first'; readonly together: number }
  /** The browser returns from the window; `late` is after the schedule's faults. */
  | { readonly do: 'return'; readonly when: 'now' | 'late'; readonly together: number }
  | { readonly do: 'cancel' | 'look' | 'cancel order' }
  /** An action in the gateway's own portal. */
  | { readonly do: 'by hand'; readonly what: 'capture' | 'void' }
  | { readonly do: 'capture'; readonly together: number }
  | { readonly do: 'forge'; readonly kind: 'accepted' | 'declined' | 'return' }
  | { readonly do: 'repeat callbacks'; readonly copies: number; readonly forged: boolean }
  | { readonly do: 'wait'; readonly ms: number }

export interface BuyerPlan {
  /** Index of the person; two buyers who are one person are two tabs. */
  readonly person: number
  readonly offer: Offer
  readonly whom: readonly ('self' | 'child')[]
  readonly shop: 'live' | 'test'
  readonly steps: readonly Step[]
}

/** Everything that the seed decides, without the machine's timing. */
export interface Plan {
  readonly seed: number
  readonly buyers: readonly BuyerPlan[]
  readonly faults: readonly TimedFault[]
}

/** Milliseconds within which buyers begin and faults happen. */
export const SPAN = 2200

export function planOf(seed: number, people: number): Plan {
  const random = randomFrom(seed)
  return {
    seed,
    buyers: random.times(random.whole(4, 7), () => planBuyer(random, people)),
    faults: planFaults(random, SPAN),
  }
}

function planBuyer(random: Random, people: number): BuyerPlan {
  return {
    person: random.whole(0, people - 1),
    offer: random.weighted<Offer>([
      [12, () => 'season'],
      [3, () => 'overlapping'],
      [2, () => 'combinable'],
      [1, () => 'free'],
      [9, () => 'ticket'],
      [2, () => 'free ticket'],
    ]),
    whom: random.pick([['self'], ['self'], ['self'], ['child'], ['self', 'child']] as const),
    shop: random.chance(0.12) ? 'test' : 'live',
    steps: planSteps(random),
  }
}

function planSteps(random: Random): Step[] {
  const steps: Step[] = [
    { do: 'wait', ms: random.whole(0, SPAN / 3) },
    { do: 'prepare', together: random.pick([1, 1, 2, 3]) },
  ]
  if (random.chance(0.2)) steps.push({ do: 'prepare', together: 1 })
  if (random.chance(0.08)) return steps
  const tries = random.weighted<number>([
    [6, () => 1],
    [3, () => 2],
    [1, () => 3],
  ])
  for (let number = 0; number < tries; number++) steps.push(...planTry(random, number > 0))
  return steps
}

/** One way through a payment window. A second card may be entered in the first window, which is still open. */
function planTry(random: Random, again: boolean): Step[] {
  const steps: Step[] = [{ do: 'link', together: random.pick([1, 1, 2]) }]
  const between = () => random.chance(0.4) && steps.push(planTrick(random))
  between()
  if (random.chance(0.08)) return [...steps, { do: 'cancel' }, { do: 'return', when: 'now', together: 1 }]
  const window = again && random.chance(0.3) ? 'first' : 'last'
  steps.push({ do: 'pay', card: planCard(random), window, together: random.pick([1, 1, 1, 2]) })
  between()
  random.weighted<unknown>([
    [6, () => steps.push({ do: 'return', when: 'now', together: random.pick([1, 1, 2]) }, { do: 'look' })],
    [3, () => steps.push({ do: 'return', when: 'late', together: random.pick([1, 3]) })],
    [3, () => {}],
    [2, () => steps.push({ do: 'capture', together: random.pick([1, 5]) })],
  ])
  between()
  if (random.chance(0.5)) steps.push({ do: 'look' })
  return steps
}

const planTrick = (random: Random): Step =>
  random.weighted<Step>([
    [5, () => ({ do: 'wait', ms: random.whole(20, 500) })],
    [2, () => ({ do: 'repeat callbacks', copies: random.pick([1, 2, 10]), forged: random.chance(0.3) })],
    [2, () => ({ do: 'forge', kind: random.pick(['accepted', 'declined', 'return'] as const) })],
    [1, () => ({ do: 'look' })],
    [1, () => ({ do: 'capture', together: 2 })],
    [1, () => ({ do: 'prepare', together: 1 })],
    [1, () => ({ do: 'cancel order' })],
    [0.5, () => ({ do: 'by hand', what: random.pick(['capture', 'void'] as const) })],
  ])

/** The last digits of the simulated window's cards, each with its own outcome. */
const planCard = (random: Random) =>
  random.weighted<string>([
    [6, () => '0000'],
    [3, () => random.pick(['0001', '0002', '0003', '9999'])],
    [10, () => random.pick(['0010', '0011', '0012', '0013', '0014', '0015', '0017'])],
    [1, () => '0016'],
  ])
