import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothLanguages, expectNoViolationsInBothThemes } from './support/axe.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { lookAt } from './support/look-at.ts'

const year = new Date().getFullYear() + 1
const title = `Sommerlejr ${year}`
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
/** Fields of a category; those of its early prices come after them. A required one has a star. */
const field = (page: Page, name: string, label: string) =>
  group(page, name)
    .getByLabel(new RegExp(`^${label}( \\*)?$`))
    .first()
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

test(
  'An event manager makes a camp from a template, publishes it, and changes a price; a member sees the early one',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('events@roklub.example')
    await page.goto(paths.officeEvents('ROKLUB'))
    await settled(page)
    await expectNoViolationsInBothLanguages(page, 'the events of a club')
    await lookAt(page, 'office-events')

    await test.step('a camp from the template is a draft', async () => {
      await page.getByRole('button', { name: 'New event' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'New event' })
      await dialog.getByLabel('Start with').selectOption('Camp')
      await dialog.getByLabel('Starts').fill(`${year}-07-05T10:00`)
      await dialog.getByRole('button', { name: 'Create draft' }).press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Untitled' })).toBeVisible()
    })

    await test.step('it is saved by itself, and survives a reload', async () => {
      await page.getByLabel('Title in Danish').fill(title)
      await expect(page.getByText(/^Saved /)).toBeVisible()
      await page.getByLabel('Title in English').fill(`Summer camp ${year}`)
      await page.reload()
      await expect(page.getByLabel('Title in English')).toHaveValue(`Summer camp ${year}`)
      await expectNoViolationsInBothThemes(page, 'what an event is')
      await lookAt(page, 'office-event-what')
    })

    await test.step('a picture is cropped before it is saved, and described', async () => {
      const picture = page.getByRole('group', { name: 'Picture', exact: true })
      const stripes = sharp({ create: { width: 1600, height: 1600, channels: 3, background: '#2a7' } })
        .composite([
          {
            input: { create: { width: 1600, height: 400, channels: 3, background: '#fb3' } },
            gravity: 'north',
          },
        ])
        .png()
        .toBuffer()
      await picture
        .locator('input[type=file]')
        .setInputFiles({ name: 'camp.png', mimeType: 'image/png', buffer: await stripes })
      const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
      await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
      await dialog.getByLabel('Crop: move it with the arrow keys').press('ArrowDown')
      await expectNoViolationsInBothThemes(page, 'a picture that is cropped')
      await lookAt(page, 'office-event-crop')
      await dialog.getByRole('button', { name: 'Use this part' }).press('Enter')
      await expect(dialog).toBeHidden()
      await page.getByLabel('Description of the picture in Danish').fill('Telte ved vandet')
      await expect(page.getByText("The picture's description is saved.")).toBeVisible()
      const shown = page.getByRole('button', { name: /The important part/ }).locator('img')
      const ratio = await shown.evaluate((image) => {
        const { naturalWidth, naturalHeight } = image as unknown as { naturalWidth: number; naturalHeight: number }
        return naturalWidth / naturalHeight
      })
      expect(ratio).toBeCloseTo(16 / 9, 1)
      await lookAt(page, 'office-event-picture')
    })

    await test.step('the end moves with the start, and everybody may come', async () => {
      await page.getByRole('tab', { name: 'When and where' }).press('Enter')
      await page.getByLabel('Starts').fill(`${year}-07-06T09:00`)
      await expect(page.getByLabel('Ends')).toHaveValue(`${year}-07-08T15:00`)
      await page.getByLabel('Place in Danish').fill('Bådhuset')
      await lookAt(page, 'office-event-when')
      await page.getByRole('tab', { name: 'Who and when' }).press('Enter')
      await page.getByRole('radio', { name: 'Anyone' }).check()
      await page.getByLabel('Public from').fill(`${year - 2}-01-01T08:00`)
      await expectNoViolationsInBothThemes(page, 'who can come to an event')
      await lookAt(page, 'office-event-who')
    })

    await test.step('three categories with ages, a pool of beds, and an early price', async () => {
      await page.getByRole('tab', { name: 'Prices and places' }).press('Enter')
      await page.getByLabel('Places in all').fill('40')
      await page.getByRole('button', { name: 'Add pool' }).click()
      await page.getByLabel('Name of the pool').fill('Senge')
      await page.getByLabel('Places in the pool').fill('24')
      await field(page, 'Child', 'Price in DKK').fill('800')
      await field(page, 'Adult', 'Price in DKK').fill('1000')
      await page.getByRole('button', { name: 'Add category' }).click()
      await field(page, 'New category', 'Name in Danish').fill('Ung')
      await field(page, 'Ung', 'Price in DKK').fill('900')
      await field(page, 'Child', 'Up to age').fill('12')
      await field(page, 'Ung', 'From age').fill('13')
      await field(page, 'Ung', 'Up to age').fill('17')
      await field(page, 'Child', 'Pool').selectOption('Senge')
      await expect(page.getByText('Pool: Senge, 24 places')).toBeVisible()
      await page.getByRole('button', { name: 'Add early price to Adult' }).click()
      await field(page, 'new early price', 'Name in Danish').fill('Tidlig')
      await field(page, 'Tidlig', 'Price in DKK').fill('750')
    })

    await test.step('what is missing is a link to its field', async () => {
      await page.getByRole('button', { name: 'To fix (1)' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Adult, Tidlig: Say when this price ends' }).press('Enter')
      await expect(field(page, 'Tidlig', 'Until')).toBeFocused()
      await field(page, 'Tidlig', 'Until').fill(`${year}-05-03T12:00`)
      await expect(page.getByText('Ready', { exact: true })).toBeVisible()
      await expectNoViolationsInBothThemes(page, 'prices and places of an event')
      await lookAt(page, 'office-event-prices')
    })

    await test.step('publishing asks once, and a member sees the early price', async () => {
      await page.getByRole('button', { name: 'Publish' }).press('Enter')
      const question = page.getByRole('dialog', { name: `Publish Summer camp ${year}?` })
      await expect(question).toContainText('The event is visible at once.')
      await question.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
      await page.getByRole('link', { name: 'Preview' }).press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: `Summer camp ${year}` })).toBeVisible()
      await expect(page.getByText(/DKK\s750\.00/).first()).toBeVisible()
    })

    await test.step('the page is seen as somebody else at another time', async () => {
      await page.getByRole('button', { name: 'After Tidlig' }).press('Enter')
      await expect(page.getByText(/DKK\s1,000\.00/).first()).toBeVisible()
      await page.getByLabel('Who looks at the page?').selectOption('A member with a child who is a member')
      await page.getByLabel("The child's age on the day").fill('8')
      await expect(page.getByText('Child, DKK 800.00')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Register', exact: true })).toBeDisabled()
      await page.getByLabel('When?').fill(`${year - 3}-01-01T08:00`)
      await expect(page.getByRole('heading', { level: 1, name: "This event isn't public yet" })).toBeVisible()
      await page.getByRole('button', { name: 'Now', exact: true }).click()
      await page.getByLabel('Who looks at the page?').selectOption('A certain person …')
      await page.getByLabel('Search members and their families').fill('Anna Holm')
      await page.getByRole('radio', { name: /^Anna Holm/ }).check()
      await expect(page.getByText('The page is shown as Anna Holm sees it.')).toBeVisible()
      await expectNoViolationsInBothThemes(page, 'a preview')
      await lookAt(page, 'office-event-preview')
      await page.getByRole('link', { name: 'Back to the editor' }).press('Enter')
    })

    await test.step('a price changes by the button, and the change can be undone', async () => {
      await page.getByRole('tab', { name: 'Prices and places' }).press('Enter')
      await field(page, 'Child', 'Price in DKK').fill('850')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await toast(page, 'Your changes are saved.').getByRole('button', { name: 'Undo' }).click()
      await expect(field(page, 'Child', 'Price in DKK')).toHaveValue('800')
    })

    await test.step('it is in the list and in the calendar', async () => {
      await page.goto(paths.officeEvents('ROKLUB', { q: 'Sommerlejr' }))
      await expect(page.getByRole('link', { name: `Summer camp ${year}` })).toBeVisible()
      await page.goto(paths.officeEvents('ROKLUB', { view: 'calendar', day: `${year}-07-06` }))
      await expect(page.getByRole('link', { name: `Summer camp ${year}` }).first()).toBeVisible()
      await lookAt(page, 'office-events-calendar')
    })
  },
)
