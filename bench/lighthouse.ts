// npm run bench -- lighthouse: Lighthouse on five main pages of the built portal, desktop and mobile, signed in where
// needed. docs/performance.md explains the figures. Exits with 1 when an aim is missed.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startDemoPortal } from './browser/demo-portal.ts'
import { interrupted } from './support/processes.ts'
import { measure } from './lighthouse/measure.ts'
import { missedAims, report } from './lighthouse/report.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** Names of some of the pages, with commas between. */
    pages: { type: 'string' },
    /** `desktop` or `mobile` alone. */
    only: { type: 'string' },
    /** Lighthouse's own reports of the last run, as files that begin like this. */
    reports: { type: 'string' },
    /** The address of a running portal with the demo world. */
    url: { type: 'string' },
  },
})

const portal = values.url ? { url: values.url, stop: async () => {} } : await startDemoPortal()
try {
  const measured = await Promise.race([
    measure(portal.url, {
      runs: Number(values.runs),
      pages: values.pages?.split(','),
      devices: values.only === 'desktop' || values.only === 'mobile' ? [values.only] : ['desktop', 'mobile'],
      keep: (name, text) => values.reports && writeFileSync(`${values.reports}${name}.json`, text),
    }),
    interrupted,
  ])
  console.log(report(measured))
  const missed = missedAims(measured)
  for (const aim of missed) console.error(aim)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await portal.stop()
}
process.exit()
