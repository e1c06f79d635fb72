import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { settled, visit } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'

test('Switching the language keeps open panels, field errors and typed text', async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.editProfile())
  const form = page.getByRole('form')
  // One name would be enough.
  for (const name of ['First name', 'Last name']) await form.getByLabel(name).fill('')
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(form.getByText('Fill in this field.')).toBeVisible()
  await page.getByRole('button', { name: /^Show notes, alerts and chat/ }).click()
  await expect(page.getByRole('complementary', { name: 'Notes, alerts and chat' })).toBeVisible()

  const switched = page.getByRole('button', { name: 'Vis portalen på dansk' })
  await switched.focus()
  await page.keyboard.press('Enter')
  await expect(form.getByText('Udfyld dette felt.')).toBeVisible()
  await expect(form.getByText('Fill in this field.')).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Noter, notifikationer og chat' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the portal in English' })).toBeFocused()
})

/** The first frame of a page after a click on something. */
const firstFrame = <T>(page: Page, selector: string, look: string) =>
  page.evaluate<T>(`new Promise((resolve) => {
    requestAnimationFrame(() => {
      const element = document.querySelector(${JSON.stringify(selector)})
      element.click()
      requestAnimationFrame(() => resolve(${look}))
    })
  })`)

test('A press is answered in the next frame, before a page that takes longer', async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.memberships())
  await settled(page)
  await visit(page, paths.events())
  await settled(page)

  const menu = `nav a[href="${paths.memberships()}"]`
  const left = `[document.querySelector('${menu}').dataset.status, document.documentElement.hasAttribute('data-leaving'), document.querySelector('h1').textContent]`
  expect(await firstFrame(page, menu, left)).toEqual(['active', true, 'Events'])
  await expect(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeFocused()
  await expect(page.locator('html[data-leaving]')).toHaveCount(0)

  await page.goto(paths.calendar())
  await settled(page)
  const sheet = page.locator('main section [role=group]')
  const month = await sheet.getAttribute('aria-label')
  const seen = `[document.querySelector('main h2').textContent, document.querySelector('main section [role=group]').getAttribute('aria-label')]`
  const [title, drawn] = await firstFrame<string[]>(page, '[aria-label="Next"]', seen)
  expect(drawn).toBe(month)
  expect(title).not.toBe(month)
  await expect(sheet).toHaveAttribute('aria-label', title!)
})
