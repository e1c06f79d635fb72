// npm run bench -- interaction: how soon a page answers a member on a processor slowed to a quarter: from the key or
// the click to the next paint, as the browser measures it. Exits with 1 when one of them takes more than 200 ms, what
// Web Vitals call good.
import { onDemoPortal } from './browser/demo-portal.ts'
import { measure } from './interaction/measure.ts'
import { readOptions } from './support/head.ts'

/** `only`: those whose name contains this; `url`: of a running portal with the demo world. */
const { url: running, ...options } = readOptions({ rounds: 3, slower: 4, only: '', url: '' })

/** Milliseconds. */
const LIMIT = 200

await onDemoPortal(running, async (url) => {
  console.log(`${'ms to the next paint'.padEnd(52)} median  worst  of`)
  for await (const { name, times } of measure(url, options)) {
    const [median, worst] = [times.toSorted((a, b) => a - b)[times.length >> 1]!, Math.max(...times)]
    const over = median > LIMIT ? 'OVER' : ''
    const cells = [median, worst].map((time) => (time ? String(time) : '<16').padStart(6))
    console.log(`${name.padEnd(52)} ${cells.join(' ')} ${String(times.length).padStart(3)} ${over}`)
    if (over) process.exitCode = 1
  }
})
