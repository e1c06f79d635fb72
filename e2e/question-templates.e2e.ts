import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from './support/axe.ts'
import { eventOf } from './support/event-in-database.ts'
import { expect, test } from './support/fixtures.ts'
import { lookAt } from './support/look-at.ts'

test(
  'An office keeps a question as a template, adds it to another event, and looks at it as a family',
  { tag: '@nightly' },
  async ({ portal, signedInAs }) => {
    const eventNamed = (title: string) =>
      eventOf(portal, {
        club: 'ROKLUB',
        title,
        inDays: 60,
        categories: [{ category: 'adult', name: 'Adult', price: 0 }],
      })
    const [first, second] = [await eventNamed('Sommerlejr'), await eventNamed('Efterårslejr')]
    const page = await signedInAs('events@roklub.example')
    await page.goto(paths.officeEvent('ROKLUB', first, { tab: 'questions' }))
    await page.getByRole('button', { name: 'Add a question' }).click()
    const row = page.getByRole('tabpanel').getByRole('group').first()
    await row.getByLabel('Question in Danish').fill('Kan du svømme?')
    await page.getByRole('button', { name: 'Save as template: Kan du svømme?' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '“Kan du svømme?” is saved as a template' })).toBeVisible()
    await lookAt(page, 'question-template-saved')

    await page.goto(paths.officeEvent('ROKLUB', second, { tab: 'questions' }))
    await page.getByRole('button', { name: "Add from the club's templates" }).click()
    const dialog = page.getByRole('dialog', { name: "The club's templates" })
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await lookAt(page, 'question-templates')
    await expectNoViolationsInBothThemes(page, 'question templates')
    await dialog.getByRole('button', { name: 'Add Kan du svømme?' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Preview as a family of three' }).click()
    const family = page.getByRole('dialog', { name: 'Preview as a family of three' })
    await expect(family.getByLabel('Kan du svømme?')).toHaveCount(3)
    await lookAt(page, 'question-family')
    await expectNoViolationsInBothThemes(page, 'family preview')
    await family.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: "Add from the club's templates" }).click()
    await dialog.getByRole('button', { name: 'Delete the template Kan du svømme?' }).click()
    await expect(dialog).toContainText('There are no templates yet.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
  },
)

test(
  'An office drags the last question above the first, off the screen, saves that, and takes it back',
  { tag: '@nightly' },
  async ({ portal, signedInAs }) => {
    const event = await eventOf(portal, {
      club: 'ROKLUB',
      title: 'Vinterlejr',
      inDays: 60,
      categories: [{ category: 'adult', name: 'Adult', price: 0 }],
    })
    const page = await signedInAs('events@roklub.example')
    await page.goto(paths.officeEvent('ROKLUB', event, { tab: 'questions' }))
    const rows = page.getByRole('tabpanel').getByRole('group')
    const labels = ['Telt?', 'Madpakke?', 'Køresyg?']
    for (const [at, label] of labels.entries()) {
      await page.getByRole('button', { name: 'Add a question' }).click()
      await rows.nth(at).getByLabel('Question in Danish').fill(label)
    }
    const expectOrder = async (...names: string[]) => {
      for (const [at, name] of names.entries()) await expect(rows.nth(at)).toHaveAccessibleName(name)
    }
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Your changes are saved.')).toBeVisible()
    await page.reload()

    const grip = rows.nth(2).locator('[data-grip]')
    await grip.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await grip.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 20, 60, { steps: 12 })
    await expect(rows.first(), 'the page scrolls to it').toHaveAttribute('data-land', 'above')
    await expect(rows.first()).toBeInViewport()
    await page.mouse.up()
    await expectOrder('Køresyg?', 'Telt?', 'Madpakke?')

    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expectOrder(...labels)
  },
)
