import { expect, type Page } from '@playwright/test'

/** What everybody without an active membership is asked once after signing in. */
export const membershipPrompt = (page: Page) =>
  page.getByRole('dialog', { name: "You don't have an active membership yet." })

const kept = 'portal.first-login'
const keptOf = 'portal.kept-of'

/** Stories about something else answer the prompt whenever it comes. */
export const ignoreMembershipPrompt = (page: Page) =>
  page.addLocatorHandler(membershipPrompt(page), async (prompt) => {
    // Where the page is left meanwhile, the prompt went with it.
    await prompt
      .getByRole('button', { name: 'Ignore' })
      .click({ timeout: 3000 })
      .catch(() => {})
  })

/**
 * Answers it before it comes, as soon as the page has noted the sign-in: it could come between looking and clicking.
 * @returns what the browser keeps of it, and of whom
 */
export async function answerMembershipPrompt(page: Page): Promise<string> {
  await expect.poll(() => page.evaluate<boolean>(`localStorage.getItem('${kept}') !== null`)).toBe(true)
  return page.evaluate<string>(`(() => {
    const kept = JSON.stringify({ ...JSON.parse(localStorage.getItem('${kept}')), shown: true })
    localStorage.setItem('${kept}', kept)
    return JSON.stringify({ '${kept}': kept, '${keptOf}': localStorage.getItem('${keptOf}') })
  })()`)
}

/** Lets a browser begin with an answer that another one kept. */
export const keepAnswer = (page: Page, answer: string) =>
  page.addInitScript(
    `for (const [key, text] of Object.entries(${answer})) localStorage.getItem(key) ?? localStorage.setItem(key, text)`,
  )
