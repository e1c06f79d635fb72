import type { Page } from '@playwright/test'
import { openBrowser, signIn } from '../browser/open-browser.ts'
import { interactions, type Interaction } from './interactions.ts'

export interface Measured {
  readonly name: string
  /** Milliseconds from the event to the next paint; 0 when it was under 16, which browsers do not report. */
  readonly times: readonly number[]
}

export interface Options {
  readonly rounds: number
  /** CPU slowdown. */
  readonly slower: number
  readonly only: string
}

/** Runs each interaction twice in a freshly loaded page, a number of rounds. */
export async function* measure(url: string, { rounds, slower, only }: Options): AsyncGenerator<Measured> {
  const chosen = interactions.filter(({ name }) => name.includes(only))
  for (const [person, theirs] of Map.groupBy(chosen, (one) => one.person ?? 'anna@example.com')) {
    const browser = await openBrowser(url)
    const page = await browser.context.newPage()
    await signIn(page, person)
    await page.addInitScript(listening)
    const session = await browser.context.newCDPSession(page)
    for (const interaction of theirs) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
        await page.setViewportSize(interaction.phone ? { width: 390, height: 844 } : { width: 1350, height: 940 })
        await interaction.open(page)
        await calm(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
        times.push(await timed(page, interaction))
        if (!interaction.undo) continue
        await interaction.undo(page)
        await calm(page)
        times.push(await timed(page, interaction))
      }
      yield { name: interaction.name, times }
    }
    await browser.close()
  }
}

async function timed(page: Page, { act }: Interaction): Promise<number> {
  await page.evaluate('interactionTimes.clear()')
  await act(page)
  await calm(page)
  return page.evaluate<number>('Math.max(0, ...interactionTimes.values())')
}

/** Waits until nothing was loaded for a while; by then all paints are reported. */
const calm = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const since = performance.now() - Math.max(0, ...performance.getEntriesByType('resource').map((one) => one.responseEnd))
      if (since > 600) resolve()
      else setTimeout(look, 620 - since)
    }
    setTimeout(look, 400)
  })`)

/** The longest event of each interaction: of a click, the pointer going down, up, and the click. */
const listening = `
  window.interactionTimes = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) interactionTimes.set(interactionId, Math.max(duration, interactionTimes.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16 })
`
