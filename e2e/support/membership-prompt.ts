import { expect, type Page } from '@playwright/test'

/** The prompt for members without an active membership, once after signing in. */
export const membershipPrompt = (page: Page) =>
  page.getByRole('dialog', { name: /You don't have an active membership( yet|)\.$/i })

const kept = 'portal.first-login'
const keptOf = 'portal.kept-of'

/** Other stories answer the prompt whenever it appears. */
export const ignoreMembershipPrompt = (page: Page) =>
  page.addLocatorHandler(
    membershipPrompt(page),
    async (prompt) => {
      // The prompt disappears with its page.
      await prompt
        .getByRole('button', { name: 'Ignore' })
        .click({ timeout: 3000 })
        .catch(() => {})
    },
    // A press that a busy page missed is repeated instead of waited for.
    { noWaitAfter: true },
  )

/**
 * Answers it in advance, as soon as the page has recorded the sign-in: it could appear between looking and clicking.
 * @returns the stored answer, and whose it is
 */
export async function answerMembershipPrompt(page: Page): Promise<string> {
  await expect.poll(() => page.evaluate<boolean>(`localStorage.getItem('${kept}') !== null`)).toBe(true)
  return page.evaluate<string>(`(() => {
    const kept = JSON.stringify({ ...JSON.parse(localStorage.getItem('${kept}')), shown: true })
    localStorage.setItem('${kept}', kept)
    return JSON.stringify({ '${kept}': kept, '${keptOf}': localStorage.getItem('${keptOf}') })
  })()`)
}

/** Gives a browser the answer that another one stored. */
export const keepAnswer = (page: Page, answer: string) =>
  page.addInitScript(
    `for (const [key, text] of Object.entries(${answer})) localStorage.getItem(key) ?? localStorage.setItem(key, text)`,
  )
