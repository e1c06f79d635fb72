import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { chooseClub, paymentSuccessful, payWithCard } from './support/buy.ts'
import { isInSight } from './support/covered.ts'
import { eventOf, withFamilyOfFour } from './support/event-in-database.ts'
import { settled } from './support/every-page.ts'
import { expectFits, phones } from './support/fits.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { membershipPrompt } from './support/membership-prompt.ts'
import { agree, party, tick } from './support/registering.ts'
import { register } from './support/sign-in.ts'
import { expectSpoken, inDanish } from './support/spoken.ts'

const longName = 'Karl-Emil Wolfgang Christoffer von Rosenkrantz-Løvenskiold'

test.use({ viewport: { width: 390, height: 844 } })

/** Presses the button, which is refused: the reason is shown beside it, and the focus is on the field to correct. */
async function expectRefused(page: Page, button: Locator, reason: RegExp, culprit: Locator) {
  await button.click()
  await expect(culprit).toBeFocused()
  await expect.poll(() => isInSight(culprit), 'the culprit').toBe(true)
  const alert = page.getByRole('alert').filter({ hasText: reason })
  await expect(alert).toBeVisible()
  expect(await isInSight(alert), 'the reason').toBe(true)
  expect(await isInSight(button), 'the button').toBe(true)
  await expectFits(page, `refused: ${reason.source}`, phones)
  return { goesWhen: (corrected: Promise<unknown>) => corrected.then(() => expect(alert).toBeHidden()) }
}

test('On a phone a refused purchase says why at its button and leads to what is missing, and everything fits', async ({
  page,
  portal,
}) => {
  const email = `rosa.${crypto.randomUUID().slice(0, 8)}@example.com`
  await register(page, { firstName: 'Rosa', lastName: 'Klok', email }, { asked: true })
  await withFamilyOfFour(portal, email)
  await inDatabase(portal, 'update members set date_of_birth = null where email = $1', [email])
  await inDatabase(
    portal,
    `update members set first_name = $2, last_name = '' where first_name = 'Clara' and parent_id = (select id from members where email = $1)`,
    [email, longName],
  )
  // Asked about nothing else while they buy.
  await page.removeLocatorHandler(membershipPrompt(page))
  const expectUndisturbed = async () => {
    await settled(page)
    await expect(membershipPrompt(page)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toHaveCount(0)
  }
  const button = page.getByRole('button', { name: /^(Pay|Go to payment)/ })

  await test.step('a membership: the club, the age, the address and the consent', async () => {
    await page.goto(paths.newMembership())
    await expectUndisturbed()
    const club = await expectRefused(page, button, /^Choose a club/, page.getByRole('radio').first())
    await club.goesWhen(chooseClub(page, 'Roskilde Fjord Roklub'))
    const born = page.getByLabel('Your date of birth')
    const age = await expectRefused(page, button, /date of birth/, born)
    await age.goesWhen(born.fill('1985-05-14').then(() => born.blur()))
    // Typed wrongly, it can be corrected here.
    await expect(born).toHaveValue('1985-05-14')
    await born.fill('2012-05-14')
    await born.blur()
    await expect(page.getByRole('radio', { name: /^Junior/ }).first()).toBeVisible()
    await born.fill('1985-05-14')
    await born.blur()
    const street = page.getByLabel('Street and number')
    const address = await expectRefused(page, button, /^Fill in the billing/, street)
    await street.fill('Algade 12')
    await page.getByLabel('Postcode').fill('4000')
    await address.goesWhen(expect(page.getByLabel('City')).toHaveValue('Roskilde'))
    const consent = page.getByRole('checkbox', { name: /^I agree that/ })
    const agreed = await expectRefused(page, button, /^Tick the box/, consent)
    await agreed.goesWhen(consent.check())
  })

  await test.step('several people, of whom one has a long name, and the lines of those who have chosen', async () => {
    await page.getByRole('checkbox', { name: new RegExp(longName) }).check()
    await page.getByRole('checkbox', { name: 'Otto Klok' }).check()
    await expect(page.getByRole('button', { name: /^Edit the membership for/ }).first()).toBeVisible()
    await expectFits(page, 'a family’s basket', phones)
    await page.getByRole('checkbox', { name: /^I agree that/ }).check()
    await page.getByRole('checkbox', { name: /^Renew automatically/ }).check()
    await button.click()
    await payWithCard(page, '0000')
    await expect(paymentSuccessful(page)).toBeVisible()
    await expectFits(page, 'what was paid', phones)
    await page.goto(paths.memberships())
    await expect(page.getByRole('switch').first()).toBeVisible()
    await expectFits(page, 'renewals', phones)
  })

  await test.step('a registration: somebody, the consent, and a place that was sold meanwhile', async () => {
    const title = 'Lantern regatta'
    const eventId = await eventOf(portal, { club: 'ROKLUB', title, capacity: 60, categories: party })
    await page.goto(paths.registerForEvent('ROKLUB', eventId))
    await expectUndisturbed()
    const submit = page.getByRole('button', { name: /^(Register|Pay)/ })
    const nobody = await expectRefused(page, submit, /^Choose at least one/, tick(page, /^Rosa Klok/))
    await nobody.goesWhen(tick(page, /^Rosa Klok/).check())
    await expect(page.getByRole('button', { name: /^Pay DKK/ })).toBeVisible()
    const consent = page.getByRole('checkbox', { name: /^I agree that/ })
    const agreed = await expectRefused(page, submit, /^Tick the box/, consent)
    await page.getByRole('button', { name: 'Edit billing details' }).click()
    const street = page.getByLabel('Street and number')
    await street.fill('')
    const address = await expectRefused(page, submit, /^Fill in the billing/, street)
    // The reason follows a change of the language.
    await inDanish(page, () => expectSpoken(page, 'da', 'a refused registration'))
    await address.goesWhen(street.fill('Algade 12'))
    await agreed.goesWhen(agree(page))
    await inDatabase(portal, 'update events set capacity = 0 where id = $1', [eventId])
    await submit.click()
    const alert = page.getByRole('alert').filter({ hasText: "Some places can't be reserved" })
    await expect(alert).toBeVisible()
    await expect.poll(() => isInSight(alert)).toBe(true)
    expect(await isInSight(page.getByRole('alert').filter({ hasText: 'Not registered yet' }))).toBe(true)
    await expectFits(page, 'a refused registration', phones)
  })
})
