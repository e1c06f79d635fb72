import { randomBytes, randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { billing, membershipData } from '#server/testing/selection.ts'
import { accessTokenOf } from '#server/testing/sign-in.ts'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from './support/axe.ts'
import { settled, visit } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { ignoreMembershipPrompt } from './support/membership-prompt.ts'
import { newcomer, settleIn } from './support/newcomer.ts'
import type { Portal } from './support/portal.ts'
import { mailsTo } from './support/simulated.ts'

const title = 'Æbledag </script><img src=x onerror=alert(1)>'

/** A free event of the rowing club in ten days. @returns its id */
async function freeEvent(portal: Portal): Promise<string> {
  const id = randomUUID()
  await inDatabase(
    portal,
    `insert into events (id, org_id, title, kind, place, address, starts_at, ends_at, public_from)
     select $1, id, $2, 'Fest', 'Klubhuset', 'Havnevej 12, 4000 Roskilde', portal_now() + '10 days', portal_now() + '10 days 4 hours',
       portal_now() - interval '1 day' from organisations where key = 'ROKLUB'`,
    [id, title],
  )
  await inDatabase(
    portal,
    `insert into event_categories (id, event_id, category, name, price) values (gen_random_uuid(), $1, 'adult', 'Voksen', 0)`,
    [id],
  )
  return id
}

/** Registers people through the API, as an app does. */
async function register(portal: Portal, email: string, eventId: string, memberIds: readonly string[]): Promise<void> {
  const token = await accessTokenOf(`${portal.url}/realms/izy`, email, 'correct horse battery')
  const lines = memberIds.map((memberId) => ({ memberId, event: { id: eventId } }))
  const response = await fetch(`${portal.url}/izy-member-api/api/v1/member/payment-prepare`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      token: randomBytes(20).toString('hex'),
      membershipData: membershipData(lines, { billing: { ...billing, email } }),
    }),
  })
  expect(response.status, await response.text()).toBe(200)
}

/** @returns the ids of a newcomer and of their child */
async function familyOf(portal: Portal, email: string): Promise<[own: string, child: string]> {
  const [row] = await inDatabase<{ own: string; child: string }>(
    portal,
    `insert into members (id, parent_id, first_name, last_name) select gen_random_uuid(), id, 'Viggo', 'Klok' from members where email = $1
     returning parent_id as own, id as child`,
    [email],
  )
  return [row!.own, row!.child]
}

async function elsewhere(browser: Browser, portal: Portal): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB', timezoneId: 'Europe/Copenhagen' })
  const page = await context.newPage()
  await ignoreMembershipPrompt(page)
  return page
}

const link = (portal: Portal, one: string, other: string) =>
  inDatabase(
    portal,
    `insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id, status, answered_at)
     select gen_random_uuid(), a.id, b.id, b.email, gen_random_uuid(), 'approved', portal_now() from members a, members b
     where a.email = $1 and b.email = $2`,
    [one, other],
  )

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const sideways = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return file.suggestedFilename()
}

test(
  'A family finds its tickets, shows one at the door and takes them along; a relative sees the child’s',
  { tag: '@nightly' },
  async ({ page, browser, portal, request }) => {
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const tove = await newcomer(page, 'Tove')
    await settleIn(portal, tove)
    const eventId = await freeEvent(portal)
    await page.goto(paths.tickets())
    await expect(page.getByText('You have no tickets')).toBeVisible()
    await expectNoViolationsInBothThemes(page, 'no tickets')
    await register(portal, tove, eventId, await familyOf(portal, tove))

    await test.step('all of them under My Tickets, and each person’s alone', async () => {
      await page.goto(paths.tickets())
      const card = page.getByRole('article', { name: title })
      await expect(card.getByText('Tove Klok')).toBeVisible()
      await page.getByRole('radio', { name: 'Viggo Klok' }).check()
      await expect(card.getByText('Viggo Klok')).toBeVisible()
      await expect(card.getByText('Tove Klok')).toHaveCount(0)
      await page.getByRole('radio', { name: 'Everyone' }).check()
      await expectNoViolationsInBothThemes(page, 'tickets')
      await lookAt(page, 'tickets')
      expect(await download(page, 'Add all to calendar')).toBe('Tickets.ics')
      await card.getByRole('link', { name: `Show tickets to ${title}` }).click()
    })

    await test.step('the tickets to the event, in one file', async () => {
      await expect(heading(page, title)).toBeVisible()
      await expect(page).toHaveTitle(/^Tickets/)
      const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
      await expect(crumbs).toHaveText('Events›Event Detail›Tickets')
      expect(await download(page, 'Download all as PDF')).toMatch(/^Tickets-.*\.pdf$/)
      await settled(page)
      await expectNoViolationsInBothThemes(page, 'tickets to an event')
      await lookAt(page, 'tickets-of-event')
      await page.getByRole('link', { name: 'Tove Klok' }).click()
    })

    await test.step('one ticket, by keyboard alone on a screen that is dark', async () => {
      await expect(page).toHaveTitle(/^Ticket Detail/)
      await expect(page.getByRole('img', { name: 'Ticket code for Tove Klok' })).toBeVisible()
      await expectNoViolationsInBothThemes(page, 'ticket')
      await lookAt(page, 'ticket')
      await page.emulateMedia({ colorScheme: 'dark' })
      const open = page.getByRole('button', { name: 'Show at the door' })
      await open.focus()
      await page.keyboard.press('Enter')
      const door = page.getByRole('dialog', { name: 'Show at the door' })
      await expect(door.getByRole('img', { name: 'Ticket code for Tove Klok' })).toBeVisible()
      await expect(door).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      for (let tabs = 0; tabs < 4; tabs++) await page.keyboard.press('Tab')
      await expect(door.locator(':focus')).toHaveCount(1)
      await door.getByRole('button', { name: 'Next ticket: Viggo Klok' }).press('Enter')
      await expect(door.getByRole('heading', { name: 'Viggo Klok' })).toBeVisible()
      await expectNoViolationsInBothThemes(page, 'at the door')
      await lookAt(page, 'ticket-door')
      await page.keyboard.press('Escape')
      await expect(door).toHaveCount(0)
      await expect(open).toBeFocused()
      await page.emulateMedia({ colorScheme: 'light' })
    })

    await test.step('the other ticket, its files, and all of it on the narrowest phone', async () => {
      await page.getByRole('link', { name: 'Next ticket: Viggo Klok' }).click()
      await expect(page.getByRole('heading', { level: 2, name: 'Viggo Klok' })).toBeVisible()
      expect(await download(page, 'Download PDF')).toMatch(/^Ticket-[0-9A-Z]{4}-[0-9A-Z]{4}\.pdf$/)
      expect(await download(page, 'Add to calendar')).toBe('Tickets.ics')
      await expect(page.getByRole('link', { name: 'Show on a map' })).toHaveAttribute('href', /query=Havnevej%2012/)
      const ticket = new URL(page.url()).pathname
      await page.setViewportSize({ width: 320, height: 640 })
      for (const address of [ticket, paths.ticketsOf('ROKLUB', eventId), paths.tickets()]) {
        await visit(page, address)
        await settled(page)
        expect(await sideways(page), address).toBeLessThanOrEqual(0)
      }
      await page.goto(ticket)
      await page.getByRole('button', { name: 'Show at the door' }).click()
      const code = page.getByRole('dialog').getByRole('img', { name: 'Ticket code for Viggo Klok' })
      expect((await code.boundingBox())!.width).toBeGreaterThan(215)
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('a relative sees the child’s ticket while the family link exists', async () => {
      const other = await elsewhere(browser, portal)
      const bodil = await newcomer(other, 'Bodil')
      await link(portal, tove, bodil)
      await other.goto(paths.ticketsOf('ROKLUB', eventId))
      await other.getByRole('link', { name: 'Viggo Klok' }).click()
      await expect(other.getByRole('img', { name: 'Ticket code for Viggo Klok' })).toBeVisible()
      await inDatabase(portal, `update family_invitations set status = 'ended' where invitee_email = $1`, [bodil])
      await other.reload()
      await expect(heading(other, 'Ticket not found')).toBeVisible()
      await other.context().close()
    })

    await test.step('a ticket that cost nothing is cancelled, by keyboard alone and after a question', async () => {
      await page.goto(paths.ticketsOf('ROKLUB', eventId))
      await page.getByRole('link', { name: 'Viggo Klok' }).click()
      const cancel = page.getByRole('button', { name: 'Cancel this ticket' })
      await cancel.press('Enter')
      const question = page.getByRole('dialog', { name: 'Cancel the ticket for Viggo Klok?' })
      await expect(question).toContainText('The place is released straight away.')
      await expectNoViolationsInBothThemes(page, 'cancel a ticket')
      await lookAt(page, 'ticket-cancel')
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await expect(cancel).toBeFocused()
      await cancel.press('Enter')
      await question.getByRole('button', { name: 'Cancel this ticket' }).press('Enter')
      await expect(page.getByText('Ticket cancelled')).toBeVisible()
      await expect(page.getByText('This ticket is no longer valid')).toBeVisible()
      // The button is gone; its part of the page is there.
      await expect(page.getByRole('heading', { name: 'About the ticket' })).toBeFocused()
      await expect(cancel).toHaveCount(0)
      await lookAt(page, 'ticket-cancelled')
    })

    await test.step('the mail has the tickets and the date; refunds and items without a ticket are named', async () => {
      await expect
        .poll(async () => (await mailsTo(request, tove)).map(({ subject }) => subject))
        .toContainEqual(expect.stringContaining(`Tickets to ${title}`))
      const mail = (await mailsTo(request, tove)).find(({ subject }) => subject.includes('Tickets to '))!
      expect(mail.attachments.map(({ contentType }) => contentType)).toEqual(['application/pdf', 'text/calendar'])
      await inDatabase(portal, `update event_entries set status = 'cancelled' where event_id = $1`, [eventId])
      await page.goto(paths.ticketsOf('ROKLUB', eventId))
      await page.getByRole('link', { name: 'Tove Klok' }).click()
      await expect(page.getByText('This ticket is no longer valid')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Show at the door' })).toHaveCount(0)
      await settled(page)
      await expectNoViolationsInBothThemes(page, 'cancelled ticket')
      await page.goto(`${paths.ticketsOf('ROKLUB', eventId)}/x`)
      await expect(heading(page, 'Page Not Found')).toBeVisible()
    })
    expect(dialogs).toEqual([])
  },
)
