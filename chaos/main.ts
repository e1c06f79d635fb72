// npm run test:chaos: attacks the running portal. docs/decisions/0008-how-faults-are-tested.md says what it checks.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mutations } from './mutations/mutations.ts'
import { outOfDate, runMutation } from './mutations/run-mutation.ts'
import { readOptions } from './options.ts'
import { signInEverybody } from './purchase/world.ts'
import { crashCases } from './rows/crash-points.ts'
import { forgottenPlaces } from './rows/named-places.ts'
import { crashPointsRow, killedDatabaseRow, killedWorkerRow, type Found } from './rows/rows.ts'
import { runSeed } from './schedule/run-seed.ts'
import { startInfrastructure } from './stack/infrastructure.ts'
import { startPortal, type Portal } from './stack/portal.ts'
import { tally } from './tally.ts'

const options = readOptions()
// Child processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
const begun = performance.now()
let passed = 0
const failed: string[] = []

await check('source', async () => ({
  line: `${mutations.length} guards and ${crashCases.length} places to die are where they were`,
  wrong: [...(await outOfDate(mutations)), ...forgottenPlaces()],
}))
const infrastructure = await startInfrastructure()
const portal = await startPortal(infrastructure, { servers: 2, workers: 2 })
const people = await signInEverybody(portal)
console.log(`two servers, two workers, PostgreSQL and the simulators run (${since(begun)})`)

// Alone: it measures how soon the portal is back.
if (options.rows) await check('killed database', () => killedDatabaseRow(portal, people))
// These rows mostly wait, so they run beside everything else.
const beside = options.rows
  ? [
      check('killed worker', killedWorkerRow),
      check('servers at crash points', () => crashPointsRow('server')),
      check('workers at crash points', () => crashPointsRow('worker')),
    ]
  : []
for (const seed of options.seeds) {
  await check(`seed ${seed}`, async () => {
    const { broken, orders, plan, snapshot } = await runSeed(portal, people, seed)
    const line = Object.entries(orders).map(([status, count]) => `${count} ${status}`)
    if (broken.length === 0) return { line: line.join(', '), wrong: [] }
    const where = keep(seed, portal, [JSON.stringify(plan, null, 1), snapshot])
    const faults = plan.faults.map(({ at, fault }) => `${at} ms ${Object.values(fault).map(textOf).join(' ')}`)
    const again = [faults.join('; '), `its plan and the logs: ${where}`, `again: npm run test:chaos -- --seed ${seed}`]
    return { line: line.join(', '), wrong: [...broken, ...again] }
  })
}
const wanted = mutations.filter(({ invariant }) => options.mutations === 'all' || options.mutations.includes(invariant))
for (const scenario of new Set(wanted.map((one) => one.scenario)))
  await check(`${scenario.name} with every guard`, async () => ({
    line: '',
    wrong: await scenario(portal, people[0]!),
  }))
console.log(await tally(portal))
await portal.stop()
for (const [number, one] of wanted.entries())
  await check(`${one.invariant} when ${one.name}`, () => runMutation(infrastructure, one, number))
await infrastructure.stop()
await Promise.all(beside)

const also = failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''
console.log(`\nchaos: ${passed} of ${passed + failed.length} passed (${since(begun)})${also}`)
process.exit(failed.length > 0 ? 1 : 0)

async function check(name: string, find: () => Promise<Found>): Promise<void> {
  const from = performance.now()
  const { line, wrong } = await find().catch((error: unknown): Found => ({ line: '', wrong: [textOf(error)] }))
  if (wrong.length > 0) failed.push(name)
  else passed += 1
  console.log(`${wrong.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${since(from)}) ${line}`)
  for (const sentence of wrong) console.log(`    ${sentence}`)
}

function textOf(thing: unknown): string {
  if (thing instanceof Error) return thing.stack ?? thing.message
  return typeof thing === 'string' ? thing : JSON.stringify(thing)
}

function since(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`
}

/** @returns the file with everything that helps to find out why a schedule failed */
function keep(seed: number, { servers, workers }: Portal, facts: readonly string[]): string {
  const folder = path.resolve(import.meta.dirname, '../test-results')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `chaos-${seed}.log`)
  const logs = [...servers, ...workers, infrastructure.simulators].map(
    ({ name, log }) => `=== ${name}\n${log.join('\n')}`,
  )
  writeFileSync(file, [...facts, ...logs].join('\n\n'))
  return path.relative(process.cwd(), file)
}
