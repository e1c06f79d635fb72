import type { Page } from '@playwright/test'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { paths } from '#web/paths.ts'
import { memberPages, officePages, settled, type PageToOpen } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { inDatabase, addNotifications } from '../support/in-database.ts'
import type { Portal } from '../support/portal.ts'

/** Texts that the portal accepts in one line; longer ones and line breaks are refused in the form. */
const LINE = 50
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').slice(0, LINE)
const texts = Object.values(hostileTexts).map((text) => text.slice(0, 400))

interface Place {
  readonly table: string
  readonly columns: readonly string[]
  /** The rows to change; all when left out. */
  readonly where?: string
  /** Each row gets another text; long columns get all of them. */
  readonly varied?: true
  /** A column whose text stays behind it, because pages are found by it. */
  readonly before?: string
}

/** Everywhere people write that Anna and her club's office see: profiles, orders, clubs and conversations. */
const places: readonly Place[] = [
  {
    table: 'members',
    columns: ['first_name', 'last_name', 'address_line1', 'address_line2', 'address_line3', 'city'],
    // The names of herself, her participants, relatives, invitees, and askers.
    where: `email in ('anna@example.com', 'bo@example.com', 'carla@example.com')
      or parent_id = (select id from members parent where parent.email = 'anna@example.com')
      or id in (select member_id from threads)`,
  },
  { table: 'organisations', columns: ['name', 'description_texts', 'city', 'address'] },
  { table: 'order_lines', columns: ['member_name', 'title', 'category_name'] },
  { table: 'events', columns: ['title', 'title_texts'], before: 'title' },
  { table: 'events', columns: ['description_texts', 'kind', 'place', 'place_texts', 'address'] },
  { table: 'event_questions', columns: ['label_texts', 'help_texts', 'purpose_texts'] },
  { table: 'teams', columns: ['name'] },
  { table: 'events', columns: ['cancel_texts'], where: 'cancel_texts is not null' },
  { table: 'event_categories', columns: ['name', 'name_texts'] },
  { table: 'event_phases', columns: ['name_texts'] },
  { table: 'event_pools', columns: ['name'] },
  { table: 'event_entries', columns: ['added_reason'], where: 'added_reason is not null' },
  { table: 'membership_configurations', columns: ['name'] },
  { table: 'threads', columns: ['subject', 'preview', 'answered_by'], varied: true },
  { table: 'threads', columns: ['visitor_name'], where: 'visitor_name is not null', varied: true },
  { table: 'threads', columns: ['topic_title'], where: 'topic_title is not null', varied: true },
  { table: 'thread_messages', columns: ['author', 'text'], varied: true },
  { table: 'thread_notes', columns: ['author', 'text'], varied: true },
  { table: 'answer_templates', columns: ['title', 'text'], varied: true },
]

/** Only injected markup has these. */
const planted = 'img[src="x"], [onerror], [onload], [onmouseover], [onfocus], #main h1 ~ h1, a[href^="javascript:"]'

test.use({ viewport: { width: 390, height: 844 } })

test('Hostile texts are shown as text on every page', async ({ portal, signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  const broken: string[] = []
  page.on('dialog', (dialog) => {
    broken.push(`${page.url()} opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.exposeFunction('tellViolation', (what: string) => broken.push(`${page.url()} tried ${what}`))
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
    tellViolation(violatedDirective + ' ' + sample))`)
  const putBack = await plant(portal)
  try {
    await addNotifications(
      portal,
      'anna@example.com',
      texts.map((text) => ({ type: 'CONTACT_US_REPLY', title: text, message: text })),
    )
    const list = { name: 'notifications', open: () => page.goto(paths.notifications()) }
    for (const shown of [...memberPages, list]) await lookThrough(page, shown)
    for (const text of visible) await expect(page.locator('#main')).toContainText(text)

    await page.context().clearCookies()
    await signedInAs('admin@roklub.example')
    await page.goto(paths.inbox('ROKLUB'))
    for (const shown of officePages) {
      await lookThrough(page, shown)
      // Each message and note has all the texts, and each message a file by each name.
      if (shown.name === 'inbox-thread') {
        for (const text of visible) await expect(page.getByRole('log')).toContainText(text)
        for (const name of visible)
          await expect(page.getByRole('log').getByRole('button', { name }).first()).toBeAttached()
      }
      if (shown.name === 'inbox-notes')
        for (const text of visible)
          await expect(page.getByRole('region', { name: 'Internal notes' })).toContainText(text)
    }
    expect(broken).toEqual([])
  } finally {
    await putBack()
  }
})

/** The visible text of a page with all the texts. */
const visible = ['<img src=x onerror=alert(1)>', '</script><script>alert(1)</script>']

async function lookThrough(page: Page, { name, open }: PageToOpen): Promise<void> {
  await open(page)
  await settled(page)
  await expect(page.locator(planted), name).toHaveCount(0)
  const wide = await page.evaluate<string[]>(`document.documentElement.scrollWidth <= innerWidth ? [] :
    [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 200))`)
  expect(wide, `${name} scrolls sideways`).toEqual([])
}

/** Writes the texts everywhere. @returns a function that restores the previous ones */
async function plant(portal: Portal): Promise<() => Promise<void>> {
  const lines = texts.map(oneLine)
  const kept: { table: string; columns: readonly string[]; rows: { id: string }[] }[] = []
  let next = 0
  for (const { table, columns, where = 'true', varied, before } of places) {
    kept.push({
      table,
      columns,
      rows: await inDatabase(portal, `select id, ${columns.join(', ')} from ${table} where ${where}`),
    })
    const set = columns.map((column) => {
      if (column === 'text') return `text = array_to_string($1::text[], E'\\n')`
      const line = `($1::text[])[1 + (${next++}${varied ? ' + place' : ''}) % ${lines.length}]`
      const text = before ? `${line} || ' ' || left(${before}, 60)` : line
      return column.endsWith('_texts') ? `${column} = local_text(${text}, ${text})` : `${column} = ${text}`
    })
    await inDatabase(
      portal,
      `update ${table} set ${set.join(', ')}
       from (select id as row, row_number() over (order by id) as place from ${table} where ${where}) rows where row = id`,
      [lines],
    )
  }
  const files = await inDatabase<{ id: string }>(
    portal,
    `insert into thread_attachments (id, message_id, position, member_id, name, content_type, size, bytes)
     select portal_new_id(), messages.id, place, members.id, name, 'text/plain', 1, 'x'
     from thread_messages messages, unnest($1::text[]) with ordinality names (name, place), members
     where members.email = 'anna@example.com' returning id`,
    [lines],
  )
  return async () => {
    await inDatabase(portal, 'delete from thread_attachments where id = any($1)', [files.map(({ id }) => id)])
    for (const { table, columns, rows } of kept) {
      const set = columns.map((column) => `${column} = kept.${column}`)
      await inDatabase(
        portal,
        `update ${table} set ${set.join(', ')} from json_populate_recordset(null::${table}, $1) kept where kept.id = ${table}.id`,
        [JSON.stringify(rows)],
      )
    }
    await inDatabase(portal, `delete from notifications where type = 'CONTACT_US_REPLY' and title = any($1)`, [texts])
  }
}
