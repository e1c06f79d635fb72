import { expect, type Locator, type Page } from '@playwright/test'

/** Moves the focus with Tab, and expects that it is seen where it arrives. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 200; presses++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) break
    await page.keyboard.press(key)
  }
  await expect(target.and(page.locator(':focus-visible'))).toHaveCount(1)
}
