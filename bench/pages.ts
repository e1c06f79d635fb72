// npm run bench -- pages --url http://localhost:3000: the cost of each member's page on a running portal with the demo world,
// preferably the large one: calls, elements, bytes, and milliseconds until the network is idle. Signs in as Anna.
import { parseArgs } from 'node:util'
import type { Request } from '@playwright/test'
import { openBrowser, signIn } from './browser/open-browser.ts'
import { paths } from '#web/paths.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    check: { type: 'boolean', default: false },
    shots: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

/** Calls that a page may make in the large world. */
const LIMIT = 12

const browser = await openBrowser(values.url)
const page = await browser.context.newPage()
await signIn(page, 'anna@example.com')
const late: string[] = []
console.log('calls  elements  kB     ms    slowest call ms  page')
const listed = await fetch(`${values.url}/izy-org-api/api/v1/public/org/list?limit=1&search=roklub`)
const [club] = (await listed.json()) as { id: string; key: string }[]
if (!club) throw new Error('There is no rowing club: run it on the demo world')
const ask = async (path: string, name = path) => {
  let calls = 0
  let bytes = 0
  let slowest = 0
  const onDone = async (request: Request) => {
    if (!/-api\/|\/tools\//.test(request.url()) || /\/stream$|\/picture\?/.test(request.url())) return
    if (values.verbose)
      console.log('   ', request.method(), new URL(request.url()).pathname + new URL(request.url()).search.slice(0, 80))
    calls++
    slowest = Math.max(slowest, request.timing().responseStart - request.timing().requestStart)
    bytes += (await request.sizes().catch(() => ({ responseBodySize: 0 }))).responseBodySize
  }
  page.on('requestfinished', onDone)
  const begun = performance.now()
  await page.goto(path)
  // The bell's stream stays open and is not counted.
  let quiet = performance.now()
  let before = -1
  while (performance.now() - quiet < 700) {
    if (calls !== before) quiet = performance.now()
    before = calls
    await page.waitForTimeout(50)
  }
  const took = quiet - begun
  page.off('requestfinished', onDone)
  const elements = await page.locator('*').count()
  console.log(
    [
      String(calls).padEnd(6),
      String(elements).padEnd(9),
      (bytes / 1024).toFixed(0).padEnd(6),
      took.toFixed(0).padEnd(5),
      slowest.toFixed(0).padEnd(16),
      name,
    ].join(' '),
  )
  if (calls > LIMIT) late.push(`${name}: ${calls} calls`)
  if (values.shots) await page.screenshot({ path: `${values.shots}/${name.replaceAll('/', '_')}.png` })
}
for (const path of [
  paths.dashboard(),
  paths.events(),
  paths.calendar(),
  paths.tickets(),
  paths.organisations(),
  paths.organisations({ q: 'aarhus' }),
  paths.ownOrganisations(),
  paths.memberships(),
  paths.newMembership(),
  paths.contactUs(),
  paths.myProfile(),
  paths.participants(),
  paths.notifications(),
])
  await ask(path)
await ask(paths.organisation(club.id), '/organizations-{id}-details')
await ask(paths.eventsOf(club.key), '/{orgKey}/events')
await browser.close()
if (late.length > 0) console.log(`More than ${LIMIT} calls: ${late.join('; ')}`)
process.exit(values.check && late.length > 0 ? 1 : 0)
