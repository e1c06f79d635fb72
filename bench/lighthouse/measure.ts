import { paths } from '#web/paths.ts'
import { anEvent, openBrowser, signIn } from '../browser/open-browser.ts'
import { runLighthouse, type Result } from './run-lighthouse.ts'

export type Device = 'desktop' | 'mobile'

/** Medians of all runs. Scores are 0 to 100, times milliseconds, sizes kB as they were transferred. */
export interface Figures {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly fcp: number
  readonly lcp: number
  readonly speedIndex: number
  readonly tbt: number
  readonly cls: number
  readonly requests: number
  readonly allKb: number
  readonly scriptKb: number
}

export interface Measured {
  readonly page: string
  readonly device: Device
  readonly figures: Figures
  /** Performance in each run. */
  readonly runs: readonly number[]
  /** Lighthouse's benchmark index of this machine; a phone is simulated as a quarter of it. */
  readonly machine: number
  /** Audits of accessibility and best practices that failed. */
  readonly failed: readonly string[]
}

export interface Options {
  readonly runs: number
  /** All when left out. */
  readonly pages?: readonly string[] | undefined
  readonly devices: readonly Device[]
  /** Receives Lighthouse's own report. */
  readonly keep: (name: string, text: string) => void
}

/** Loads each page with an empty cache, a number of times for each device, alternating. */
export async function measure(url: string, { runs, pages, devices, keep }: Options): Promise<Measured[]> {
  const wanted = (page: string) => !pages || pages.includes(page)
  const taken = new Map<string, Result[]>()
  const load = async (port: number, page: string, path: string) => {
    for (const device of devices) {
      const key = `${page} ${device}`
      process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${key}\n`)
      const report = await runLighthouse(url + path, port, device)
      const result = JSON.parse(report) as Result
      if (result.runtimeError) throw new Error(`${key}: ${result.runtimeError.message}`)
      if (new URL(result.finalDisplayedUrl).pathname !== path) throw new Error(`${key}: went elsewhere`)
      taken.set(key, [...(taken.get(key) ?? []), result])
      keep(key.replaceAll(' ', '-'), report)
    }
  }

  const stranger = await openBrowser(url)
  for (let run = 0; run < runs && wanted('front'); run++) await load(stranger.port, 'front', paths.dashboard())
  const page = await stranger.context.newPage()
  await page.goto(url)
  const open = (await page.getByRole('article').first().getByRole('link').first().getAttribute('href'))!
  await page.close()
  for (let run = 0; run < runs && wanted('open-event'); run++) await load(stranger.port, 'open-event', open)
  await stranger.close()

  const member = await openBrowser(url)
  const first = await member.context.newPage()
  await signIn(first, 'anna@example.com')
  const addresses: Record<string, string> = {
    dashboard: paths.dashboard(),
    events: paths.events(),
    // The one that visitors see, too, and one for members only, whose picture the server may not send ahead.
    event: open,
    'members-event': await anEvent(first, 'ROKLUB'),
    'new-membership': paths.newMembership(),
  }
  await first.close()
  for (let run = 0; run < runs; run++)
    for (const [name, path] of Object.entries(addresses)) if (wanted(name)) await load(member.port, name, path)
  await member.close()

  return [...taken].map(([key, results]) => summary(key, results))
}

function summary(key: string, results: readonly Result[]): Measured {
  const [page = '', device = ''] = key.split(' ')
  const middle = (of: (result: Result) => number | null | undefined) =>
    results.map((result) => of(result) ?? 0).toSorted((a, b) => a - b)[results.length >> 1]!
  const score = (category: string) => middle(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
  const number = (audit: string) => middle(({ audits }) => audits[audit]?.numericValue)
  const transferred = (type: string, field: 'requestCount' | 'transferSize') =>
    middle(({ audits }) => {
      const { items = [] } = (audits['resource-summary']?.details ?? {}) as { items?: Record<string, unknown>[] }
      return Number(items.find((item) => item['resourceType'] === type)?.[field] ?? 0)
    })
  const last = results.at(-1)!
  const failed = ['accessibility', 'best-practices'].flatMap((category) =>
    last.categories[category]!.auditRefs.filter(({ id, weight }) => weight > 0 && last.audits[id]!.score === 0),
  )
  return {
    page,
    device: device as Device,
    figures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      fcp: number('first-contentful-paint'),
      lcp: number('largest-contentful-paint'),
      speedIndex: number('speed-index'),
      tbt: number('total-blocking-time'),
      cls: number('cumulative-layout-shift'),
      requests: transferred('total', 'requestCount'),
      allKb: transferred('total', 'transferSize') / 1024,
      scriptKb: transferred('script', 'transferSize') / 1024,
    },
    runs: results.map(({ categories }) => Math.round((categories['performance']?.score ?? 0) * 100)),
    machine: middle(({ environment }) => environment.benchmarkIndex),
    failed: failed.map(({ id }) => id),
  }
}
