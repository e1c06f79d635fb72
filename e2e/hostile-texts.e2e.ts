import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { paths } from '#web/paths.ts'
import { memberPages, settled } from './every-page.ts'
import { expect, test } from './fixtures.ts'
import { inDatabase, tell } from './in-database.ts'
import type { Portal } from './portal.ts'

/** What the portal takes in one line; longer ones, and breaks, are refused where they are typed. */
const LINE = 50
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').slice(0, LINE)
const texts = Object.values(hostileTexts).map((text) => text.slice(0, 400))

/** Where a person may write, in what Anna sees: her profile, her orders, her clubs. */
const places = {
  members: ['first_name', 'last_name', 'address_line1', 'address_line2', 'address_line3', 'city'],
  organisations: ['name', 'description_da', 'description_en', 'city', 'address'],
  order_lines: ['member_name', 'title', 'category_name'],
  events: ['title', 'kind', 'place', 'address'],
  membership_configurations: ['name'],
} as const

/** Only markup that nobody of the portal wrote has these. */
const planted = 'img[src="x"], [onerror], [onload], [onmouseover], [onfocus], #main h1 ~ h1, a[href^="javascript:"]'

test.use({ viewport: { width: 390, height: 844 } })

test('Whatever a person writes is shown as written, on every page', async ({ portal, signedInAs }) => {
  test.setTimeout(180_000)
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
    await tell(
      portal,
      'anna@example.com',
      texts.map((text) => ({ type: 'CONTACT_US_REPLY', title: text, message: text })),
    )
    const list = { name: 'notifications', open: () => page.goto(paths.notifications()) }
    for (const { name, open } of [...memberPages, list]) {
      await open(page)
      await settled(page)
      await expect(page.locator(planted), name).toHaveCount(0)
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect(wide, `${name} scrolls sideways by`).toBeLessThanOrEqual(0)
    }
    await expect(page.locator('#main')).toContainText('<img src=x onerror=alert(1)>')
    await expect(page.locator('#main')).toContainText('</script><script>alert(1)</script>')
    expect(broken).toEqual([])
  } finally {
    await putBack()
  }
})

/** Writes the texts into every place. @returns what puts back what stood there */
async function plant(portal: Portal): Promise<() => Promise<void>> {
  const kept = new Map<string, { id: string }[]>()
  let next = 0
  for (const [table, columns] of Object.entries(places)) {
    // Her own name, those of whom she looks after, and of whom she is linked with or asked.
    const anna =
      table === 'members'
        ? `where email in ('anna@example.com', 'bo@example.com', 'carla@example.com')
             or parent_id = (select id from members parent where parent.email = 'anna@example.com')`
        : ''
    kept.set(table, await inDatabase(portal, `select id, ${columns.join(', ')} from ${table} ${anna}`))
    const values = columns.map(() => oneLine(texts[next++ % texts.length]!))
    const set = columns.map((column, place) => `${column} = $${place + 1}`)
    await inDatabase(portal, `update ${table} set ${set.join(', ')} ${anna}`, values)
  }
  return async () => {
    for (const [table, rows] of kept) {
      const set = places[table as keyof typeof places].map((column) => `${column} = kept.${column}`)
      await inDatabase(
        portal,
        `update ${table} set ${set.join(', ')} from json_populate_recordset(null::${table}, $1) kept where kept.id = ${table}.id`,
        [JSON.stringify(rows)],
      )
    }
    await inDatabase(portal, `delete from notifications where type = 'CONTACT_US_REPLY' and title = any($1)`, [texts])
  }
}
