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
