// npm run bench -- interaction: how soon a page answers what a member does on a processor slowed to a quarter: from the key or
// the click to the next paint, as the browser itself measures it. Ends with 1 when one of them takes more than 100 ms.
import { parseArgs } from 'node:util'
import { startDemoPortal } from './browser/demo-portal.ts'
import { interrupted } from './checkout/processes.ts'
import { measure } from './interaction/measure.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    slower: { type: 'string', default: '4' },
    /** Interactions whose name contains this. */
    only: { type: 'string', default: '' },
    /** An address where a portal with the demo world runs already. */
    url: { type: 'string' },
  },
})

/** Milliseconds. */
const limit = 100

const portal = values.url ? { url: values.url, stop: async () => {} } : await startDemoPortal()
try {
  const measured = await Promise.race([
    measure(portal.url, { rounds: Number(values.rounds), slower: Number(values.slower), only: values.only }),
    interrupted,
  ])
  console.log(`${'ms to the next paint'.padEnd(52)} median  worst  of`)
  for (const { name, times } of measured) {
    const [median, worst] = [times.toSorted((a, b) => a - b)[times.length >> 1]!, Math.max(...times)]
    const over = median > limit ? 'OVER' : ''
    const cells = [median, worst].map((time) => (time ? String(time) : '<16').padStart(6))
    console.log(`${name.padEnd(52)} ${cells.join(' ')} ${String(times.length).padStart(3)} ${over}`)
    if (over) process.exitCode = 1
  }
} finally {
  await portal.stop()
}
process.exit()
