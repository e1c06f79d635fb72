import { expect, type Page } from '@playwright/test'
import type { Shown } from '../route-table.ts'

/** One width for each style of the sidebar, in pixels: overlay, icons, full. */
const widths = [390, 1024, 1440] as const
type Width = (typeof widths)[number]

/** A reader, and the shell around their pages. */
export interface Reader {
  /** Entries of the menu; null: signed out, and there is none. */
  readonly menu: readonly string[] | null
  /** The button with their initials. */
  readonly person?: string
  /** May act as any member. */
  readonly impersonates?: boolean
}

/** The product's name in the stories' portal. */
const product = 'Klubportal'

/** By how many pixels a page is wider than its window. */
export const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** The page and its shell after this frame; read at once, because single queries would cost more. */
const facts = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))).then(() => {
  const all = (selector, within = document) => [...(within?.querySelectorAll(selector) ?? [])].filter((one) => one.checkVisibility({ visibilityProperty: true }))
  const words = (one) => one.textContent.trim()
  const header = document.querySelector('header')
  const menu = document.querySelector('nav[aria-label="Main menu"]')
  const trail = all('nav[aria-label="Breadcrumbs"]')
  const main = document.querySelector('main')
  return {
    at: location.pathname + location.search,
    title: document.title,
    // The header of a phone has no room for the page's name.
    h1: [...document.querySelectorAll('h1')].filter((one) => one.clientHeight > 8).map(words),
    trail: trail.length === 0 ? null : trail.flatMap((one) => all('.mantine-Breadcrumbs-breadcrumb', one).map(words)),
    // The button has the signed-in person's name.
    titles: header ? all('p', header).filter((one) => !one.closest('a, button, nav, [role=dialog], [role=status]')).map(words).filter(Boolean) : [],
    logo: [header, menu].flatMap((one) => all('a[href="/"]', one)).filter((one) => !one.closest('li')).map((one) => one.getAttribute('aria-label')),
    tools: header ? all('a, button', header).filter((one) => !one.closest('nav, [role=dialog]') && one.getAttribute('href') !== '/').map((one) => one.getAttribute('aria-label') ?? words(one)) : [],
    sidebar: menu?.getBoundingClientRect().width ?? 0,
    menu: all('li', menu).map((one) => words(one.querySelector('.mantine-NavLink-label'))),
    footer: all('.mantine-AppShell-footer').map(words).join(),
    waits: all('.mantine-Skeleton-root, [aria-busy="true"]', main).length,
    said: main?.textContent ?? '',
    over: ${sideways},
  }
})`

function expectedFacts(reader: Reader, { title, tab, h1, crumbs, says, menu }: Shown, at: string, width: Width) {
  const onPhone = width === 390
  // The first page of a trail has no breadcrumbs.
  const trail = crumbs && (!onPhone || crumbs.length > 1) ? [...crumbs] : null
  // The front page's title is the portal's name.
  const own = title ?? (reader.menu === null ? null : 'Dashboard')
  return {
    at,
    title: title === null ? product : `${tab ?? title} · ${product}`,
    h1: [typeof h1 === 'string' ? h1 : expect.stringMatching(h1)],
    trail,
    titles: crumbs || onPhone || own === null ? [] : [own],
    logo: [product],
    tools: toolsOf(reader, width, at),
    sidebar: reader.menu === null ? 0 : { 390: 0, 1024: 76, 1440: 264 }[width],
    menu: onPhone ? [] : (menu ?? reader.menu ?? []),
    footer: expect.stringMatching(/^© \d{4} Klubportal/),
    waits: 0,
    said: expect.stringContaining(says ?? ''),
    over: 0,
  }
}

/** The header's parts besides logo and title, in order. */
function toolsOf({ menu, person, impersonates }: Reader, width: Width, at: string) {
  const settings = ['Switch to the dark theme', 'DA: Vis portalen på dansk']
  // The pages about signing in have their own button.
  const open = width === 390 ? ['Clubs'] : ['Events', 'Clubs']
  if (menu === null) return [...open, ...settings, ...(at.startsWith('/page-') ? [] : ['Sign in'])]
  return [
    width === 1440 ? 'Collapse the menu' : 'Open the menu',
    // As it is seen, and as it is spoken.
    ...(impersonates ? ['Act as a memberAct as a member'] : []),
    'My Tickets',
    ...(width === 390 ? [] : settings),
    // Its initials, and the name as it is seen and as it is spoken.
    expect.stringMatching(new RegExp(`${person}your menu$`)),
  ]
}

/** Parts that depend on unread items and delegates. */
const passing = /unread|^Acting for|^Show notes, alerts and chat/

/** Waits for a page with its whole shell at this width. */
export async function expectSeen(page: Page, reader: Reader, shown: Shown, at: string): Promise<void> {
  const width = page.viewportSize()!.width as Width
  const expected = expectedFacts(reader, shown, at, width)
  await expect(async () => {
    const { tools, ...rest } = await page.evaluate<{ tools: string[] }>(facts)
    expect({ ...rest, tools: tools.filter((name) => !passing.test(name)) }, `${at} at ${width} px`).toEqual(expected)
  }).toPass({ timeout: 10_000, intervals: [20, 40, 80, 160, 250] })
}

/**
 * Checks a page at one of the three widths, the next page at the next one; at night (NIGHTLY) at all of them, every other page
 * starting at the widest. `turn` counts the pages.
 */
export async function atWidths(page: Page, turn: number, look: () => Promise<void>): Promise<void> {
  const all = turn % 2 === 0 ? widths : widths.toReversed()
  for (const width of process.env.NIGHTLY ? all : [widths[turn % widths.length]!]) {
    if (page.viewportSize()!.width !== width) await page.setViewportSize({ width, height: heights[width] })
    await look()
  }
}
const heights = { 390: 844, 1024: 768, 1440: 900 }
