import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from '../support/axe.ts'
import { settled } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { lookAt } from '../support/look-at.ts'

// A page's clock goes on while a busy machine is slow.
const prompt = (page: Page) => page.getByRole('status').filter({ hasText: 'The portal has been updated' })

/** Half an hour without activity would end the session. */
async function passMinutes(page: Page, minutes: number) {
  for (let left = minutes; left > 0; left -= 20) {
    await page.clock.fastForward(Math.min(left, 20) * 60_000)
    await page.keyboard.press('Shift')
  }
}

/** Lets hours pass until a notice is shown: an answer during the jump counts as timed out, and is requested again an hour later. */
const waitHours = (page: Page, said: Locator) =>
  expect(async () => {
    await passMinutes(page, 61)
    await expect(said).toBeVisible({ timeout: 1000 })
  }).toPass()

test('A page that has been open for long offers a new build and loads it without losing typed text', async ({
  page,
  signedInAs,
}) => {
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  let id: string | null = null
  let asked = 0
  await page.route('**/build.json', (route) => {
    asked += 1
    return id === null ? route.continue() : route.fulfill({ json: { id } })
  })
  await page.clock.install()
  await signedInAs('anna@example.com')
  await page.goto(paths.editProfile())
  const street = page.getByLabel('Address line 1')
  await street.fill('Nygade 7')

  await test.step('an unchanged build is not announced', async () => {
    // The check starts after the first paint; a call interrupted by the jump causes one more.
    await expect(async () => {
      await passMinutes(page, 61)
      expect(asked).toBeGreaterThan(2)
    }).toPass()
    await expect(prompt(page)).toHaveCount(0)
  })

  await test.step('another one is, after an hour at the latest, and can wait', async () => {
    id = 'another'
    await waitHours(page, prompt(page))
    await expectNoViolationsInBothThemes(page, 'new build')
    await lookAt(page, 'new-build')
    await page.getByRole('button', { name: 'Later' }).click()
    await expect(prompt(page)).toHaveCount(0)
    await waitHours(page, prompt(page))
  })

  await test.step('loading it asks nothing and loses nothing', async () => {
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()])
    await expect(street).toHaveValue('Nygade 7')
    expect(questions).toEqual([])
  })
})

test('A missing script reloads the page once; after that the page says so', async ({ page, signedInAs }) => {
  await signedInAs('anna@example.com')
  let gone = true
  await page.route('**/assets/_member.participants-list-*.js', (route) =>
    gone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.route('**/build.json', (route) => route.fulfill({ json: { id: 'another' } }))
  let loads = 0
  page.on('load', () => loads++)
  await page.clock.install()
  await page.goto(paths.myProfile())
  // The page reloads itself meanwhile, so this navigation never ends.
  const visit = (path: string) => page.evaluate(`void __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`)
  const missing = page.getByText("This part of the portal couldn't be loaded.")
  await visit(paths.participants())
  await expect(missing).toBeVisible()
  await expect.poll(() => loads).toBe(2)
  await expect(page).toHaveURL(paths.participants())

  await test.step('not again within ten seconds, but after them', async () => {
    await visit(paths.myProfile())
    await page.clock.fastForward(10_000)
    await visit(paths.participants())
    await expect.poll(() => loads).toBe(3)
    await expect(missing).toBeVisible()
  })
  gone = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Participants' })).toBeVisible()
})

test('A script that failed to load is fetched when the reader tries again, without a reload', async ({
  page,
  signedInAs,
}) => {
  await signedInAs('anna@example.com')
  await page.goto(paths.dashboard())
  await settled(page)
  const missing = page.getByText("This part of the portal couldn't be loaded.")
  const again = page.getByRole('button', { name: 'Try again' })
  let loads = 0
  page.on('load', () => loads++)

  for (const [part, path, heading] of [
    ['_member.participants-list-*.js', paths.participants(), 'My Participants'],
    ['_member.my-calender-*.js', paths.calendar(), 'My Calendar'],
    ['*.css', paths.contactUs(), 'Contact Us'],
  ] as const) {
    await test.step(`${part} of ${path}`, async () => {
      await page.route(`**/assets/${part}`, (route) => route.abort())
      await page.evaluate(`void __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`)
      await expect(missing).toBeVisible()
      await page.unroute(`**/assets/${part}`)
      await again.click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    })
  }
  expect(loads).toBe(0)
})

test('The portal can be installed, in the language of its browser', async ({ page, request }) => {
  await page.goto(paths.dashboard())
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const [danish, english] = await Promise.all(
    ['da-DK,da;q=0.9', 'en-GB'].map(async (language) => {
      const answer = await request.get(address!, { headers: { 'accept-language': language } })
      expect(answer.headers()).toMatchObject({
        'content-type': 'application/manifest+json; charset=utf-8',
        vary: 'accept-language',
      })
      return (await answer.json()) as {
        lang: string
        name: string
        icons: { src: string; sizes: string; purpose: string }[]
        shortcuts: { name: string; url: string }[]
      }
    }),
  )
  expect(english!.name).toBe('Klubportal')
  expect([danish!.lang, english!.lang]).toEqual(['da', 'en'])
  expect(danish!.shortcuts.map(({ name }) => name)).toEqual([
    'Mine billetter',
    'Arrangementer',
    'Min kalender',
    'Medlemskab',
  ])
  for (const { url } of english!.shortcuts) expect((await request.get(url)).status(), url).toBe(200)
  expect(english!.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src } of english!.icons)
    expect((await request.get(src)).headers()['content-type'], src).toBe('image/png')
})
