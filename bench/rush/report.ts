import { machineLine } from '../checkout/machine.ts'
import { median } from '../support/head.ts'
import type { Result, Round } from './measure.ts'

/** Minimum ratios: sold-out answers to health checks, API to bare statements, and many sold to few. */
const LIMITS = { soldOut: 0.3, bare: 0.5, many: 0.7 }

type Figures = Omit<Result, 'listing'>

/** Each round is compared with its neighbour, because a machine's speed varies. */
const ratios = ({ rounds }: Figures) => ({
  soldOut: median(rounds.map(({ soldOut, health }) => soldOut / health)),
  bare: median(rounds.map(({ few, bare }) => few / bare)),
  many: median(rounds.map(({ few, many }) => many / few)),
})

export function brokenLimits(result: Figures): string[] {
  const { options, rush } = result
  const found = ratios(result)
  const { statuses, taken, capacity } = rush
  // An office that edits changes the number of places.
  const places = options.editing ? taken : options.places
  const wanted = { 200: places, 409: options.buyers - places }
  const isRight = taken === places && taken <= capacity && taken >= options.places - 10
  return [
    ...(isRight && JSON.stringify(statuses) === JSON.stringify(wanted)
      ? []
      : [`${taken} of ${capacity} places are taken, with answers ${JSON.stringify(statuses)}`]),
    ...(Object.keys(LIMITS) as (keyof typeof LIMITS)[])
      .filter((name) => found[name] < LIMITS[name])
      .map((name) => `${name} is ${found[name].toFixed(2)}; at least ${LIMITS[name]}`),
  ]
}

/** The figures as a table. */
export function report(result: Figures): string {
  const { machine, options, rush, rounds, edits } = result
  const found = ratios(result)
  const each = (name: keyof Round) =>
    `${median(rounds.map((round) => round[name])).toFixed(0)} (${rounds.map((round) => round[name].toFixed(0)).join(', ')})`
  const limit = (name: keyof typeof LIMITS) => `${found[name].toFixed(2)} (at least ${LIMITS[name]})`
  return [
    machineLine(machine),
    `a durable commit takes ${machine.commit.toFixed(2)} ms; ${options.clients} clients, ${options.rounds} rounds of ${options.seconds} s`,
    '',
    `${options.buyers} buyers for ${options.places} places   ${rush.taken} taken of ${rush.capacity}, answers ${JSON.stringify(rush.statuses)}, ` +
      `all within ${rush.seconds.toFixed(1)} s, ${rush.refused} times asked to come again`,
    ...(options.editing
      ? [`an office saved meanwhile         ${edits.saved} times, and was refused ${edits.refused} times`]
      : []),
    `/healthz a second                 ${each('health')}`,
    `"sold out" a second               ${each('soldOut')}`,
    `  to /healthz                     ${limit('soldOut')}`,
    `registrations a second, few sold  ${each('few')}`,
    `their statements bare             ${each('bare')}`,
    `  API to bare                     ${limit('bare')}`,
    `registrations a second, ${options.sold} sold  ${each('many')}`,
    `  to few sold                     ${limit('many')}`,
    `statements per registration       ${result.statements.toFixed(1)}`,
  ].join('\n')
}
