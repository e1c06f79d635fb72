import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { paymentSuccessful, paymentWindow } from '../support/buy.ts'
import { isInSight } from '../support/covered.ts'
import { eventOf, withFamilyOfFour } from '../support/event-in-database.ts'
import { memberPages, settled } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { membershipPrompt } from '../support/membership-prompt.ts'
import { newBuyer, newcomer } from '../support/newcomer.ts'
import { anotherBrowser, decline, party, success, tick, total } from '../support/registering.ts'
import { ownPassword, signedIn } from '../support/sign-in.ts'
import { tabTo } from '../support/tab-to.ts'

/** One page of each kind; the shell around them is tested once. */
const walked = new Set([
  'dashboard',
  'events',
  'event',
  'tickets',
  'tickets-of-event',
  'ticket',
  'organisation',
  'participants',
  'edit-participant',
  'acts',
  'memberships',
  'new-membership',
  'my-profile',
  'edit-profile',
  'history',
])

/** Requirements of a control for keyboard users: one stop, a visible focus, and a name. */
interface Walk {
  readonly missed: string[]
  readonly twice: string[]
  readonly unseen: string[]
  readonly covered: string[]
}

/** Tabs through the page, from before its first control to behind its last. */
async function walk(page: Page, area: string): Promise<Walk> {
  const count = await page.evaluate<number>(`(() => {
    const area = document.querySelector(${JSON.stringify(area)})
    const groups = new Set()
    const walk = (globalThis.walk = { seen: new Map(), unseen: [], covered: [] })
    walk.name = (element) => (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').trim().slice(0, 60) || element.outerHTML.slice(0, 80)
    // The focus may be shown by the control's label, frame or icon.
    walk.look = (element) => [element, element.nextElementSibling, element.parentElement, element.closest('label')].map((one) => {
      // A link over a whole card shows it around the card.
      const styles = one ? [getComputedStyle(one), getComputedStyle(one, '::after')] : []
      return styles.map((style) => [style.outline, style.boxShadow, style.borderColor].join(' ')).join(' ')
    }).join('|')
    walk.controls = [...area.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter((element) => {
      if (element.tabIndex < 0 || element.disabled || element.closest('[inert]') || !element.checkVisibility({ visibilityProperty: true })) return false
      if (element.type !== 'radio') return true
      const first = !groups.has(element.name)
      groups.add(element.name)
      return first
    })
    walk.before = new Map(walk.controls.map((element) => [element, walk.look(element)]))
    area.setAttribute('tabindex', '-1')
    area.focus({ preventScroll: true })
    return walk.controls.length
  })()`)
  // A date has a stop for each of its parts, and one for its calendar.
  const dates = await page.locator(`${area} input[type=date]`).count()
  for (let stop = 0; stop <= count + 3 * dates; stop++) {
    await page.keyboard.press('Tab')
    const within = await page.evaluate<boolean>(`new Promise((resolve) => requestAnimationFrame(() => {
      const { walk } = globalThis, element = document.activeElement
      if (!element?.closest(${JSON.stringify(area)})) return resolve(false)
      walk.seen.set(element, (walk.seen.get(element) ?? 0) + 1)
      if (walk.look(element) === walk.before.get(element)) walk.unseen.push(walk.name(element))
      const { left, top, width, height } = (element.labels?.[0] ?? element).getBoundingClientRect()
      const upon = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2)
      if (!upon || !(element.contains(upon) || upon.contains(element) || [...element.labels ?? []].some((label) => label.contains(upon)))) walk.covered.push(walk.name(element))
      resolve(true)
    }))`)
    if (!within) break
  }
  return page.evaluate<Walk>(`(() => {
    const { seen, name, unseen, covered } = globalThis.walk
    const groups = new Set([...seen.keys()].map((element) => element.type === 'radio' && element.name))
    const missed = globalThis.walk.controls.filter((element) => !seen.has(element) && !(element.type === 'radio' && groups.has(element.name)))
    return { missed: missed.map(name), twice: [...seen].filter(([element, times]) => times > (element.type === 'date' ? 4 : 1)).map(([element]) => name(element)), unseen, covered }
  })()`)
}

const nothing: Walk = { missed: [], twice: [], unseen: [], covered: [] }

test("Tab reaches every control of a member's pages, once and in view", async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  for (const { name, open } of memberPages.filter((one) => walked.has(one.name))) {
    await open(page)
    await settled(page)
    expect.soft(await walk(page, '#main'), name).toEqual(nothing)
  }
  expect.soft(await walk(page, 'header'), 'header').toEqual(nothing)
})

/** Presses a key at a control that Tab leads to, with nothing over it. */
async function pressAt(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await seen(target)
  await page.keyboard.press(key)
}

const focused = async (target: Locator) => {
  await expect(target).toBeFocused()
  await seen(target)
}

/** Scrolled to, and not behind a bar that stays in its place. A checkbox may be seen through its label. */
const seen = (target: Locator) => {
  const label = target.locator('xpath=ancestor::label')
  return expect
    .poll(async () => (await isInSight(target)) || ((await label.count()) > 0 && (await isInSight(label))))
    .toBe(true)
}

async function signInWithKeys(page: Page, email: string) {
  await page.goto(paths.dashboard())
  await pressAt(page, page.getByRole('main').getByRole('button', { name: 'Sign in' }))
  await tabTo(page, page.getByLabel('E-mail', { exact: true }))
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ownPassword)
  await page.keyboard.press('Enter')
  await signedIn(page).waitFor()
}

async function payWithKeys(page: Page, tail: string) {
  await expect(paymentWindow(page)).toBeVisible()
  await tabTo(page, page.getByLabel('Card number'))
  await page.keyboard.type(`410000000000${tail}`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1239')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
}

for (const width of [1440, 390])
  test(`A newcomer completes the profile, joins and opens the receipt with the keyboard alone, ${width} pixels wide`, async ({
    page,
    browser,
    portal,
  }) => {
    const email = await newcomer(await anotherBrowser(browser, portal), 'Kaya')
    await page.setViewportSize({ width, height: 844 })
    const h1 = (name: string) => page.getByRole('heading', { level: 1, name })
    const born = page.getByLabel('Your date of birth')
    const consent = page.getByRole('checkbox', { name: /^I agree that/ })
    const pay = page.getByRole('button', { name: /^Pay DKK/ })

    await test.step('signs in, and completes the profile in its dialog', async () => {
      await signInWithKeys(page, email)
      await pressAt(page, page.getByRole('link', { name: 'Edit profile' }))
      const dialog = page.getByRole('dialog', { name: 'Edit profile' })
      await focused(dialog.getByLabel('Address line 1'))
      await page.keyboard.type('Algade 12')
      await tabTo(page, dialog.getByLabel('Postcode'))
      await page.keyboard.type('4000')
      await expect(dialog.getByLabel('City')).toHaveValue('Roskilde')
      await page.keyboard.press('Enter')
      await focused(h1('Memberships'))
    })

    await test.step('is sent to the first field that is missing', async () => {
      await pressAt(page, page.getByRole('link', { name: 'Join Roskilde Fjord Roklub' }))
      await focused(h1('New Membership'))
      await pressAt(page, pay)
      await focused(born)
      await expect(born).toHaveAccessibleDescription(/date of birth first/)
    })

    await test.step('chooses with the arrows among what fits the age', async () => {
      await page.keyboard.type('05052004')
      const offer = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name} `) })
      // The membership for adults takes the focus, and gives way to what fits.
      await tabTo(page, offer('Voksen'))
      await focused(offer('Ungsenior'))
      await page.keyboard.press('ArrowDown')
      await focused(offer('Passiv'))
      await expect(offer('Passiv')).toBeChecked()
      await page.keyboard.press('ArrowUp')
      await focused(offer('Ungsenior'))
      await expect(offer('Ungsenior')).toBeChecked()
    })

    await test.step('consents and pays', async () => {
      await pressAt(page, pay)
      await focused(consent)
      await page.keyboard.press('Space')
      await expect(consent).toBeChecked()
      await pressAt(page, pay)
      await payWithKeys(page, '0000')
      await expect(paymentSuccessful(page)).toBeVisible()
    })

    await test.step('opens the receipt', async () => {
      await pressAt(page, page.getByRole('link', { name: 'See the receipt' }))
      await focused(h1('Memberships Receipt'))
      await expect(page.getByRole('article', { name: /^Receipt / })).toContainText('Ungsenior')
    })
  })

for (const width of [1440, 390])
  test(`A family is registered for an event with the keyboard alone, also after a declined card, ${width} pixels wide`, async ({
    page,
    browser,
    portal,
  }) => {
    const title = `Keyboard party at ${width}`
    await eventOf(portal, { club: 'ROKLUB', title, capacity: 60, categories: party })
    const email = await newBuyer(await anotherBrowser(browser, portal), portal, 'Kirsten')
    await withFamilyOfFour(portal, email)
    await page.setViewportSize({ width, height: 844 })
    await page.removeLocatorHandler(membershipPrompt(page))
    const consent = page.getByRole('checkbox', { name: /^I agree that/ })
    const pay = page.getByRole('button', { name: /^Pay DKK/ })

    await test.step('signs in, and answers whether to join a club', async () => {
      await signInWithKeys(page, email)
      await pressAt(page, page.getByRole('link', { name: 'See all events' }))
      await pressAt(page, membershipPrompt(page).getByRole('button', { name: 'Ignore' }))
      await focused(page.getByRole('heading', { level: 1, name: 'Events' }))
    })

    await test.step('finds the event by typing, and opens its registration', async () => {
      await tabTo(page, page.getByRole('searchbox'))
      await page.keyboard.type(title)
      await pressAt(page, page.getByRole('link', { name: `Register for ${title}` }))
      await focused(page.getByRole('heading', { level: 1, name: `Register for ${title}` }))
    })

    await test.step('has to choose somebody first', async () => {
      await pressAt(page, page.getByRole('button', { name: 'Register', exact: true }))
      await focused(tick(page, /^Kirsten Klok/))
    })

    await test.step('ticks the family, one by one', async () => {
      for (const name of ['Kirsten Klok', 'Otto Klok', 'Clara Klok', 'David Klok']) {
        if (await tick(page, new RegExp(`^${name}`)).isChecked()) continue
        await pressAt(page, tick(page, new RegExp(`^${name}`)), 'Space')
        await expect(tick(page, new RegExp(`^${name}`))).toBeChecked()
        await focused(tick(page, new RegExp(`^${name}`)))
      }
      await expect(total(page)).toHaveText(/560\.00$/)
    })

    await test.step('is sent to the consent, and pays with a card that is declined', async () => {
      await pressAt(page, pay)
      await focused(consent)
      await page.keyboard.press('Space')
      await pressAt(page, pay)
      await payWithKeys(page, '0001')
      await expect(decline(page)).toBeVisible()
    })

    await test.step('pays again, and opens the tickets', async () => {
      await pressAt(page, page.getByRole('button', { name: 'Pay again' }))
      await payWithKeys(page, '0000')
      await expect(success(page)).toBeVisible()
      await pressAt(page, page.getByRole('link', { name: 'See your tickets' }))
      await focused(page.getByRole('heading', { level: 1 }))
      await expect(page.getByRole('main').getByText('Clara Klok').first()).toBeVisible()
    })
  })
