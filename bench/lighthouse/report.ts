import { table } from '../support/head.ts'
import type { Device, Measured } from './measure.ts'

/** Performance that a page should reach. */
const performance: Record<Device, number> = { desktop: 95, mobile: 85 }

/** A visitor's page carries less, a purchase more. */
const onPhone: Record<string, number> = { 'open-event': 90, 'new-membership': 80 }
const aimOf = (page: string, device: Device) => (device === 'mobile' && onPhone[page]) || performance[device]

/** Pages for search engines. */
const isPublic = (page: string) => page === 'front' || page === 'open-event'

const columns = ['page', 'device', 'perf', 'runs', 'a11y', 'best', 'seo', 'FCP', 'LCP', 'SI', 'TBT', 'CLS', 'requests']

/** A table of all pages. */
export function report(measured: readonly Measured[]): string {
  const rows = measured.map(({ page, device, figures, runs }) => [
    page,
    device,
    figures.performance,
    runs.join(','),
    figures.accessibility,
    figures.bestPractices,
    isPublic(page) ? figures.seo : '–',
    ...[figures.fcp, figures.lcp, figures.speedIndex, figures.tbt].map(Math.round),
    figures.cls.toFixed(3),
    figures.requests,
    figures.allKb.toFixed(0),
    figures.scriptKb.toFixed(0),
  ])
  const all = [[...columns, 'kB', 'JS kB'], ...rows].map((row) => row.map(String))
  const machine = measured.map((one) => one.machine).toSorted((a, b) => a - b)[measured.length >> 1]
  return [...table(all, 2), `Times in ms. This machine's benchmark index: ${machine}.`].join('\n')
}

/** A sentence for each missed aim. */
export const missedAims = (measured: readonly Measured[]): string[] =>
  measured.flatMap(({ page, device, figures, failed }) =>
    [
      figures.performance < aimOf(page, device) && `performance ${figures.performance} of ${aimOf(page, device)}`,
      figures.accessibility < 100 && `accessibility ${figures.accessibility} of 100 (${failed.join(', ')})`,
      // A shift below a thousandth is invisible.
      figures.cls >= 0.001 && `layout shift ${figures.cls.toFixed(3)} of 0`,
    ].flatMap((missed) => (missed ? [`${page}, ${device}: ${missed}`] : [])),
  )
