import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readOptions } from './options.ts'
import { signInEverybody } from './purchase/world.ts'
import { runSeed, type Outcome } from './schedule/run-seed.ts'
import { startGround } from './stack/ground.ts'
import { startPortal, type Portal } from './stack/portal.ts'

const options = readOptions()
const begun = performance.now()
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const ground = await startGround()
const portal = await startPortal(ground, { servers: 2, workers: 2 })
const people = await signInEverybody(portal)
console.log(`two servers, two workers, PostgreSQL and the simulators run (${seconds(begun)})`)

const failed: number[] = []
for (const seed of options.seeds) {
  const since = performance.now()
  const outcome = await runSeed(portal, people, seed).catch((error: unknown) => ({ error }))
  const broken = 'error' in outcome ? [told(outcome.error)] : outcome.broken
  const orders =
    'error' in outcome
      ? ''
      : Object.entries(outcome.orders)
          .map(([status, count]) => `${count} ${status}`)
          .join(', ')
  console.log(`${broken.length === 0 ? 'ok    ' : 'FAILED'} seed ${seed} (${seconds(since)}) ${orders}`)
  if (broken.length === 0) continue
  failed.push(seed)
  for (const sentence of broken) console.log(`    ${sentence}`)
  console.log(`    its plan and the logs: ${keep(seed, portal, outcome)}`)
  console.log(`    again: npm run test:chaos -- --seed ${seed}`)
}
await portal.stop()
await ground.stop()

const count = options.seeds.length
console.log(
  `\nchaos: ${count - failed.length} of ${count} seeds passed (${seconds(begun)})${failed.length ? `; failed: ${failed.join(', ')}` : ''}`,
)
process.exit(failed.length ? 1 : 0)

function told(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}

/** @returns where everything is written that helps to see why a seed failed */
function keep(seed: number, { servers, workers }: Portal, outcome: Outcome | object): string {
  const folder = path.resolve(import.meta.dirname, '../test-results')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `chaos-${seed}.log`)
  const logs = [...servers, ...workers, ground.simulators].map(({ name, log }) => `=== ${name}\n${log.join('\n')}`)
  const { snapshot = '', ...rest } = outcome as Partial<Outcome>
  writeFileSync(file, [JSON.stringify(rest, null, 2), snapshot, ...logs].join('\n\n'))
  return path.relative(process.cwd(), file)
}
