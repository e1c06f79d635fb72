import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Figure } from './cast.ts'
import type { Portal, Someone } from './portal.ts'
import type { Reckoning } from './reckoning.ts'
import type { Renewals } from './renewals.ts'

const folder = path.join(import.meta.dirname, '../../../dist/year')

/** Counts what was seen, and writes what was otherwise than reckoned to `dist/year/differences.txt`, as it is found. */
export class Report {
  readonly differences: string[] = []
  readonly #counts = new Map<string, number>()
  readonly #began = performance.now()
  readonly #file = path.join(folder, 'differences.txt')

  constructor() {
    mkdirSync(folder, { recursive: true })
    writeFileSync(this.#file, '')
  }

  count(what: string, many = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + many)
  }

  differs(difference: string): void {
    this.differences.push(difference)
    appendFileSync(this.#file, `${difference}\n`)
  }

  lines(): string[] {
    const seconds = Math.round((performance.now() - this.#began) / 1000)
    return [...[...this.#counts].map(([what, many]) => `${what}: ${many}`), `seconds: ${seconds}`]
  }
}

/** The portal as it is on a day, and what was reckoned for it. */
export interface Lived {
  readonly portal: Portal
  readonly people: ReadonlyMap<Figure, Someone>
  readonly reckoning: Reckoning
  readonly renewals: Renewals
  readonly report: Report
  /** How many mails each address got so far: old ones leave the database. */
  readonly mailbox: Map<string, number>
}
