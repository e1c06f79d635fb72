import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { everyRule, violationsOf } from '../support/axe.ts'
import { looks } from '../support/looks.ts'

// Every mail in both languages, as `npm run mails` writes them. `SCREENSHOTS=folder` keeps their pictures.

const pictures = process.env.SCREENSHOTS
// A mail program has the landmarks around a mail.
const insideAPage = { 'landmark-one-main': { enabled: false }, region: { enabled: false } }

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-mails-'))
  execFileSync(process.execPath, ['scripts/mails.ts', folder], { stdio: 'ignore' })
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const { colorScheme, width } of looks(390, 700)) {
  test.describe(`At ${width} px in ${colorScheme} colours`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('mails fit and can be read', async ({ page }) => {
      const files = readdirSync(folder).filter((file) => /\.(da|en)\.html$/.test(file))
      expect(files.length).toBeGreaterThan(10)
      for (const file of files) {
        await page.goto(pathToFileURL(path.join(folder, file)).href)
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect.soft(wide, file).toBeLessThanOrEqual(width)
        const violations = await violationsOf(page, { ...everyRule, rules: insideAPage })
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
        expect.soft(found, file).toEqual([])
        const picture = `mail-${file.replace('.html', '')}-${colorScheme}-${width}.png`
        if (pictures) await page.screenshot({ path: path.join(pictures, picture), fullPage: true })
      }
    })
  })
}
