import type { Page } from '@playwright/test'

/** What everybody without an active membership is asked once after signing in. */
export const membershipPrompt = (page: Page) =>
  page.getByRole('dialog', { name: "You don't have an active membership yet." })

/** Stories about something else answer the prompt whenever it comes. */
export const ignoreMembershipPrompt = (page: Page) =>
  page.addLocatorHandler(membershipPrompt(page), async (prompt) => {
    await prompt.getByRole('button', { name: 'Ignore' }).click()
  })
