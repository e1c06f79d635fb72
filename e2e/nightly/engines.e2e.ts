import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { memberPages, offices, operatorPages, publicPages, settled, type PageToOpen } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'

// All pages as a second accessibility engine (IBM's) and an HTML validator see them. Both are fetched, as Lighthouse is: 40 MB for the night only.
const engines = ['accessibility-checker-engine@4.0.34', 'html-validate@11.21.1']

/** Failures that IBM's engine reports without reason, where (everywhere if left out), and why they are left out. */
const leftOut: Readonly<Record<string, { readonly where?: string; readonly why: string }>> = {
  aria_child_valid: { where: '[role=radiogroup]', why: 'words may stand between the choices' },
  aria_complementary_label_visible: { why: 'a name that is heard is enough; its parts have headings' },
  aria_content_in_landmark: { where: 'a[href="#main"]', why: 'it leads past the landmarks, so it stands before them' },
  element_attribute_deprecated: { where: '.mantine-ThemeIcon-root', why: 'the kit passes its own property on' },
  element_tabbable_role_valid: {
    where: '[role=log], .mantine-ScrollArea-viewport',
    why: 'what scrolls takes the focus, as axe wants it (scrollable-region-focusable)',
  },
  fieldset_legend_valid: { why: 'an aria-label is a name as well; fieldset_label_valid finds those without any' },
  input_autocomplete_valid: { where: '[type=email][autocomplete=username]', why: 'HTML allows it' },
  label_content_exists: {
    where: '.mantine-Switch-body',
    why: "the kit's label is empty where the switch has an aria-label",
  },
  label_name_visible: {
    where: '.mantine-WeekView-weekViewDayLabel',
    why: "inert buttons of the kit's week, which no one presses or hears",
  },
  svg_graphics_labelled: { where: 'svg:not(.tabler-icon)', why: "the kit's own arrows" },
}

/** Rules of the validator that are left out, and why. */
const htmlLeftOut = {
  'aria-label-misuse': 'names of list items and definition lists, which ARIA allows',
  'heading-level': 'a dialog begins at its own level',
  'no-redundant-for': "the kit's switches",
  'prefer-native-element': "the kit's progress bars",
  'require-sri': 'files of the same origin',
  'unique-landmark': 'breadcrumbs stand twice, one of them hidden by width',
  'wcag/h32': "an editor's button stands in its bar, outside of the form",
  'wcag/h63': "the kit's tables; axe checks their cells",
  'wcag/h71': 'an aria-label is a name as well',
}

/** Parts that the kit draws as a block inside a button, link or label. */
const kitBlocks = [
  'Avatar-root',
  'CheckboxIndicator-indicator',
  'Indicator-indicator',
  'Indicator-root',
  'Menu-itemLabel',
  'Menu-itemSection',
  'MobileMonthView-mobileMonthViewDayIndicator',
  'MobileMonthView-mobileMonthViewDayIndicators',
  'NavLink-body',
  'RadioIndicator-indicator',
  'Switch-labelWrapper',
  'WeekView-weekViewDayNumber',
  'WeekView-weekViewDayWeekday',
]

interface Validator {
  validateString(
    html: string,
  ): Promise<{ results: { messages: { ruleId: string; message: string; selector: string | null }[] }[] }>
}

interface Library {
  readonly HtmlValidate: new (loader: object) => Validator
  readonly StaticConfigLoader: new (config: object) => object
}

let folder: string
let checker: string
let validator: Validator
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-engines-'))
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', ...engines], {
    stdio: 'ignore',
  })
  checker = readFileSync(path.join(folder, 'node_modules/accessibility-checker-engine/ace.js'), 'utf8')
  const { HtmlValidate, StaticConfigLoader } = createRequire(path.join(folder, 'package.json'))(
    'html-validate',
  ) as Library
  validator = new HtmlValidate(
    new StaticConfigLoader({
      extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
      rules: Object.fromEntries(Object.keys(htmlLeftOut).map((rule) => [rule, 'off'])),
    }),
  )
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Failures that IBM's engine finds on a page. Its hints to a person are no failures. */
async function failures(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('typeof ace === "object"')))
    await page.evaluate(`${checker};globalThis.ace = ace;undefined`)
  const where = Object.fromEntries(Object.entries(leftOut).map(([rule, { where: at }]) => [rule, at ?? '*']))
  return page.evaluate<string[]>(`new ace.Checker().check(document, ['IBM_Accessibility']).then(({ results }) => {
    const where = ${JSON.stringify(where)}
    const at = (xpath) => document.evaluate(xpath.replace(/\\/svg\\[/g, '/*[name()="svg"]['), document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue
    return results
      .filter(({ value, ruleId, path }) => value[1] === 'FAIL' && !(where[ruleId] && at(path.dom)?.matches(where[ruleId])))
      .map(({ ruleId, message, snippet }) => ruleId + ': ' + message + ' ' + snippet.slice(0, 200))
  })`)
}

/** The validator's findings on a page's HTML, without the kit's own styles and blocks. */
async function faults(page: Page): Promise<string[]> {
  const html = await page.evaluate<string>(`(() => {
    const whole = document.documentElement.cloneNode(true)
    for (const style of whole.querySelectorAll('body style')) style.remove()
    for (const block of whole.querySelectorAll('${kitBlocks.map((name) => `.mantine-${name}`).join()}')) {
      const inline = document.createElement('span')
      inline.append(...block.childNodes)
      block.replaceWith(inline)
    }
    return '<!DOCTYPE html>' + whole.outerHTML
  })()`)
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

async function look(page: Page, pages: readonly PageToOpen[]) {
  for (const { name, open } of pages) {
    await open(page)
    await settled(page)
    expect.soft([...(await failures(page)), ...(await faults(page))], name).toEqual([])
  }
}

test('a second engine and a validator find nothing on the pages for anyone', ({ page }) => look(page, publicPages))

test("a second engine and a validator find nothing on a member's pages", async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await look(page, memberPages)
  const menu = page.getByRole('menu', { name: /your menu$/ })
  await look(page, [
    {
      name: 'account menu',
      open: async () => {
        await page.goto('/')
        await page.getByRole('button', { name: / your menu$/ }).click()
        await expect(menu).toBeVisible()
      },
    },
  ])
  await expect(menu.getByRole('paragraph')).toHaveCount(0)
})

for (const { admin, pages } of offices)
  test(`a second engine and a validator find nothing on the pages of the office of ${admin}`, async ({ signedInAs }) =>
    look(await signedInAs(admin), pages))

test("a second engine and a validator find nothing on an operator's pages", async ({ signedInAs }) =>
  look(await signedInAs('super@example.com'), operatorPages))
