import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { startManyPortals } from './many-portals.ts'
import { answerMembershipPrompt, ignoreMembershipPrompt, keepAnswer } from './membership-prompt.ts'
import { startPortal, type Portal } from './portal.ts'
import { signedIn, signInAs } from './sign-in.ts'

export { expect } from '@playwright/test'

type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>

interface WorkerFixtures {
  portal: Portal
  /** The provider's cookies for each person who signed in, once a worker. */
  sessions: Map<string, Cookies>
  /** The stored answer to the prompt for a membership. */
  answers: Map<string, string>
}

interface TestFixtures {
  /** Gives this browser somebody's session at the provider; the next page signs them in silently. */
  signedInAs: (email: string) => Promise<Page>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  portal: [
    async ({}, use) => {
      // PORTALS=many runs all stories against several servers and workers.
      const portal = process.env.PORTALS === 'many' ? await startManyPortals() : await startPortal()
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  answers: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  baseURL: async ({ portal }, use) => use(portal.url),

  page: async ({ page }, use) => {
    await ignoreMembershipPrompt(page)
    await use(page)
  },

  signedInAs: async ({ browser, context, page, portal, sessions, answers }, use) => {
    await use(async (email) => {
      // An operator's calls need a sign-in of the last 15 minutes.
      if (!sessions.has(email) || email === 'super@example.com') {
        const elsewhere = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
        const form = await elsewhere.newPage()
        await form.goto(paths.dashboard())
        await form.getByRole('button', { name: 'Sign in' }).click()
        await signInAs(form, email)
        await signedIn(form).waitFor()
        answers.set(email, await answerMembershipPrompt(form))
        sessions.set(email, await elsewhere.storageState())
        await elsewhere.close()
      }
      await context.addCookies(sessions.get(email)!.cookies)
      await keepAnswer(page, answers.get(email)!)
      // They were here before, so an open page asks first who it is for.
      await page.addInitScript(
        `localStorage.getItem('portal.last-activity') ?? localStorage.setItem('portal.last-activity', Date.now())`,
      )
      return page
    })
  },
})
