import type { Figure } from './cast.ts'
import type { Portal, Someone } from './portal.ts'
import type { Reckoning } from './reckoning.ts'
import type { Renewals } from './renewals.ts'
import type { Report } from './report.ts'

/** The portal as it is on a day, and what was reckoned for it. */
export interface Lived {
  readonly portal: Portal
  readonly people: ReadonlyMap<Figure, Someone>
  readonly reckoning: Reckoning
  readonly renewals: Renewals
  readonly report: Report
}
