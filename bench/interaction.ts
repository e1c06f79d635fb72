// npm run bench -- interaction: how soon a page answers a member on a processor slowed to a quarter: from the key or
// the click to the next paint, as the browser measures it. Exits with 1 when one of them takes more than 200 ms, what
// Web Vitals call good.
import { parseArgs } from 'node:util'
import { startDemoPortal } from './browser/demo-portal.ts'
import { interrupted } from './support/processes.ts'
import { measure } from './interaction/measure.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    slower: { type: 'string', default: '4' },
    /** Only interactions whose name contains this. */
    only: { type: 'string', default: '' },
    /** The address of a running portal with the demo world. */
    url: { type: 'string' },
  },
})

/** Milliseconds. */
const limit = 200

const portal = values.url ? { url: values.url, stop: async () => {} } : await startDemoPortal()
try {
  await Promise.race([runAll(), interrupted])
} finally {
  await portal.stop()
}
process.exit()

/** Prints a line for each when it is measured. */
async function runAll() {
  const { rounds, slower, only } = values
  console.log(`${'ms to the next paint'.padEnd(52)} median  worst  of`)
  for await (const { name, times } of measure(portal.url, { rounds: Number(rounds), slower: Number(slower), only })) {
    const [median, worst] = [times.toSorted((a, b) => a - b)[times.length >> 1]!, Math.max(...times)]
    const over = median > limit ? 'OVER' : ''
    const cells = [median, worst].map((time) => (time ? String(time) : '<16').padStart(6))
    console.log(`${name.padEnd(52)} ${cells.join(' ')} ${String(times.length).padStart(3)} ${over}`)
    if (over) process.exitCode = 1
  }
}
