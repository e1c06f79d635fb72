// npm run bench -- lighthouse: Lighthouse on five main pages of the built portal, desktop and mobile, signed in where
// needed. docs/performance.md explains the figures. Exits with 1 when an aim is missed.
import { writeFileSync } from 'node:fs'
import { onDemoPortal } from './browser/demo-portal.ts'
import { measure } from './lighthouse/measure.ts'
import { missedAims, report } from './lighthouse/report.ts'
import { readOptions } from './support/head.ts'

const options = readOptions({
  runs: 5,
  /** Names of some of the pages, with commas between. */
  pages: '',
  /** `desktop` or `mobile` alone. */
  only: '',
  /** Lighthouse's own reports of the last run, as files that begin like this. */
  reports: '',
  /** The address of a running portal with the demo world. */
  url: '',
})

await onDemoPortal(options.url, async (url) => {
  const { runs, pages, only, reports } = options
  const measured = await measure(url, {
    runs,
    pages: pages ? pages.split(',') : undefined,
    devices: only === 'desktop' || only === 'mobile' ? [only] : ['desktop', 'mobile'],
    keep: (name, text) => reports && writeFileSync(`${reports}${name}.json`, text),
  })
  console.log(report(measured))
  const missed = missedAims(measured)
  for (const aim of missed) console.error(aim)
  process.exitCode = missed.length > 0 ? 1 : 0
})
