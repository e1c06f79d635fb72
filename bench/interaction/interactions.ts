import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'

export interface Interaction {
  readonly name: string
  /** The person. */
  readonly person?: string
  readonly phone?: boolean
  /** Opens the page. */
  readonly open: (page: Page) => Promise<unknown>
  /** The measured action. */
  readonly act: (page: Page) => Promise<unknown>
  /** Resets the page for a repetition; left out for an action that is done once. */
  readonly undo?: (page: Page) => Promise<unknown>
}

const office = 'admin@roklub.example'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const escape = (page: Page) => page.keyboard.press('Escape')
const stay = async () => {}
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 150 })

/** Empties the field that has the focus. */
async function empty(page: Page) {
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
}

const openRegistration = (page: Page) =>
  page
    .getByRole('link', { name: /^Register for/ })
    .first()
    .click()

export const interactions: readonly Interaction[] = [
  {
    name: "open the person's menu",
    open: (page) => page.goto(paths.dashboard()),
    act: (page) => button(page, / your menu$/).click(),
    undo: escape,
  },
  {
    name: 'open the menu on a phone',
    phone: true,
    open: (page) => page.goto(paths.dashboard()),
    act: (page) => button(page, 'Open the menu').click(),
    undo: escape,
  },
  {
    name: 'open the bell',
    person: 'carla@example.com',
    open: (page) => page.goto(paths.dashboard()),
    act: (page) => button(page, /unread notifications?$/).click(),
    undo: escape,
  },
  {
    name: 'switch the theme, with many cards',
    open: (page) => page.goto(paths.events()),
    act: (page) => button(page, /^Switch to the (dark|light) theme$/).click(),
    undo: stay,
  },
  {
    name: 'switch the language, with many cards',
    open: (page) => page.goto(paths.events()),
    act: (page) => button(page, /^(DA: Vis portalen på dansk|EN: Show the portal in English)$/).click(),
    undo: stay,
  },
  {
    name: 'open the side panel',
    open: (page) => page.goto(paths.dashboard()),
    act: (page) => button(page, /^Show notes, alerts and chat/).click(),
    undo: (page) => button(page, 'Close the side panel').click(),
  },
  {
    name: 'go from the front page to memberships',
    open: (page) => page.goto(paths.dashboard()),
    act: (page) => page.getByRole('link', { name: 'Membership', exact: true }).click(),
    undo: (page) => page.goBack(),
  },
  {
    name: 'go from the front page to events',
    open: (page) => page.goto(paths.dashboard()),
    act: (page) => page.getByRole('link', { name: 'Home', exact: true }).click(),
    undo: (page) => page.goBack(),
  },
  {
    name: 'type in the search for events',
    open: async (page) => {
      await page.goto(paths.events())
      await page.getByLabel('Search').focus()
    },
    act: (page) => type(page, 'tennis'),
    undo: empty,
  },
  {
    name: 'choose a club among the filters',
    open: async (page) => {
      await page.goto(paths.events())
      await page.getByLabel('Club', { exact: true }).focus()
    },
    act: (page) => page.keyboard.press('ArrowDown'),
    undo: (page) => page.keyboard.press('ArrowUp'),
  },
  {
    name: 'show more events',
    open: (page) => page.goto(paths.events()),
    act: (page) => button(page, 'Show more').first().click(),
  },
  {
    name: 'go to the next month in the calendar',
    open: (page) => page.goto(paths.calendar()),
    act: (page) => button(page, 'Next').click(),
    undo: stay,
  },
  {
    name: "show the calendar's week",
    open: (page) => page.goto(paths.calendar()),
    act: (page) => page.getByRole('radio', { name: 'Week', exact: true }).click(),
    undo: (page) => page.getByRole('radio', { name: 'Month', exact: true }).click(),
  },
  {
    name: 'open an event',
    open: (page) => page.goto(paths.eventsOf('TENNIS')),
    act: (page) => page.getByRole('article').getByRole('heading').getByRole('link').first().click(),
    undo: (page) => page.goBack(),
  },
  {
    name: 'open a registration',
    open: (page) => page.goto(paths.eventsOf('TENNIS')),
    act: openRegistration,
    undo: (page) => page.goBack(),
  },
  {
    name: 'register somebody',
    open: async (page) => {
      await page.goto(paths.eventsOf('TENNIS'))
      await openRegistration(page)
      await button(page, 'Add participant').waitFor()
    },
    act: (page) => page.getByRole('main').getByRole('listitem').locator('input:enabled').first().click(),
    undo: stay,
  },
  {
    name: 'open a dialog: a new participant',
    open: async (page) => {
      await page.goto(paths.eventsOf('TENNIS'))
      await openRegistration(page)
      await button(page, 'Add participant').waitFor()
    },
    act: (page) => button(page, 'Add participant').click(),
    undo: escape,
  },
  {
    name: 'add somebody to the basket',
    open: (page) => page.goto(paths.newMembership()),
    act: (page) => page.getByRole('main').getByRole('checkbox').nth(1).click(),
    undo: stay,
  },
  {
    name: 'open an inbox conversation',
    person: office,
    open: (page) => page.goto(paths.inbox('ROKLUB')),
    act: (page) => page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click(),
    undo: (page) => page.goBack(),
  },
  {
    name: 'type in the search of the inbox',
    person: office,
    open: async (page) => {
      await page.goto(paths.inbox('ROKLUB'))
      await page.getByRole('searchbox', { name: 'Search' }).focus()
    },
    act: (page) => type(page, 'membership'),
    undo: empty,
  },
]
