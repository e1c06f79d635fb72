import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { looksAtPages } from './looks.ts'

const sizes = [
  [390, 844],
  [1440, 900],
] as const

/** Nothing scrolls sideways on the narrowest screen; and a picture at each width in each theme where SCREENSHOTS names a folder. */
export async function lookAt(page: Page, name: string): Promise<void> {
  if (!looksAtPages()) return
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), name)
    .toBe(0)
  if (before) await page.setViewportSize(before)
  if (process.env.SCREENSHOTS === undefined) return
  await page.evaluate('scrollTo(0, 0)')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      const file = path.resolve(process.env.SCREENSHOTS, `${name}-${colorScheme}-${width}.png`)
      await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}
