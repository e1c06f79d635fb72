import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { IconHome, IconLogout, IconTicket, IconUser } from '../icons/index.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { AppFrame, type AppFrameProps } from './app-frame.tsx'
import { PublicFrame } from './public-frame.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const signOut = vi.fn()
const open = { clubs: '/organizations', events: '/events', signIn: { to: '/page-login', onPress: () => undefined } }
const common = {
  brand: { name: 'Klubportal', devTitle: null, home: '/' },
  language: { next: 'da', onChange: () => undefined },
  footer: {
    year: 2026,
    productName: 'Klubportal',
    provider: { name: 'The provider', url: 'https://provider.example' },
    vendor: { name: 'The vendor', url: 'https://vendor.example' },
    licences: '/licences.txt',
  },
  storeUrl: null,
  page: { name: 'memberships', title: 'Memberships', crumbs: null },
  children: <h1>Memberships</h1>,
} as const
const member: AppFrameProps = {
  ...common,
  menu: [
    [
      { label: 'Home', icon: IconHome, to: '/events' },
      { label: 'Logout', icon: IconLogout, onClick: signOut },
    ],
    [{ label: 'Family', icon: IconUser, to: '/participants-list', section: /^editParticipant$/ }],
  ],
  bottom: [
    { label: 'Start', icon: IconHome, to: '/', current: undefined },
    { label: 'Tickets', icon: IconTicket, to: '/tickets', current: 'true' },
  ],
  person: { name: 'Anna Maria Holm', email: 'anna@example.com', image: null },
  personMenu: [{ label: 'My profile', icon: IconUser, to: '/my-profile' }],
  bell: null,
  panel: null,
  panelOpened: false,
  notices: true,
  tickets: '/tickets',
}
const crumbs = [{ label: 'Events', to: '/ROKLUB/events' }]
const badge = 'https://apps.example/portal'

async function draw(frame: ReactNode) {
  drawPage(() => frame)
  return within(await screen.findByRole('banner'))
}
const shown = (changes: Partial<AppFrameProps> = {}) => draw(<AppFrame {...member} {...changes} />)
const hrefs = (name: string | RegExp) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'))

test('the header has the title of a page without breadcrumbs', async () => {
  const header = await shown()
  expect(header.getByText('Memberships')).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Breadcrumbs' })).toBeNull()
})

test('breadcrumbs replace the title, in the header and above the page on phones', async () => {
  const header = await shown({ page: { name: 'event', title: 'Event Detail', crumbs } })
  const trails = screen.getAllByRole('navigation', { name: 'Breadcrumbs' })
  expect(trails).toHaveLength(2)
  for (const trail of trails) {
    expect(within(trail).getByRole('link', { name: 'Events' }).getAttribute('href')).toBe('/ROKLUB/events')
    expect(within(trail).getByText('Event Detail').getAttribute('aria-current')).toBe('page')
  }
  expect(header.getAllByText('Event Detail')).toHaveLength(1)
  // A club's events activate the entry of all events.
  const sidebar = within(screen.getByRole('navigation', { name: 'Main menu' }))
  expect(sidebar.getByRole('link', { name: 'Home' }).dataset.active).toBe('true')
})

test('an entry is marked on all pages of its section, and no other is', async () => {
  await shown({ page: { name: 'editParticipant', title: 'Edit participant', crumbs } })
  const sidebar = within(screen.getByRole('navigation', { name: 'Main menu' }))
  const marked = sidebar.getAllByRole('link').filter((link) => link.dataset.active === 'true')
  expect(marked.map((link) => link.textContent)).toContain('Family')
})

test('a top-level page is the only breadcrumb', async () => {
  await shown({ page: { name: 'eventsOf', title: 'Events', crumbs: [] } })
  expect(screen.getByRole('navigation', { name: 'Breadcrumbs' }).textContent).toBe('Events')
})

test('the logo links home; outside production the environment’s name replaces it', async () => {
  const header = await shown()
  expect(header.getByRole('link', { name: 'Klubportal' }).getAttribute('href')).toBe('/')
  cleanup()
  const present = await shown({ brand: { ...common.brand, devTitle: 'DEV TITLE' } })
  expect(present.getByRole('link', { name: 'DEV TITLE' }).textContent).toBe('DEV TITLE')
  expect(screen.queryByRole('link', { name: 'Klubportal' })).toBeNull()
})

test('bell, acting chip and notices only take space when given', async () => {
  const given = { bell: <b>bell</b>, acting: <b>acting</b>, banner: <b>banner</b> }
  const header = await shown(given)
  for (const text of ['bell', 'acting']) expect(header.getByText(text)).toBeTruthy()
  expect(screen.getByText('banner')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Notices' })).toBeTruthy()
  cleanup()
  await shown({ notices: false })
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
  expect(screen.queryByText('bell')).toBeNull()
})

test('the initials’ label and tooltip have name and e-mail address', async () => {
  const header = await shown()
  const person = header.getByRole('button', { name: /^Anna Maria Holm.*your menu$/ })
  expect(person.textContent).toContain('AH')
  expect(person.parentElement?.querySelector(':scope > [aria-hidden]')?.textContent).toBe(
    'Anna Maria Holmanna@example.com',
  )
})

test('a menu action is a button, not a link', async () => {
  await shown()
  const sidebar = within(screen.getByRole('navigation', { name: 'Main menu' }))
  expect(sidebar.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/events')
  sidebar.getByRole('button', { name: 'Logout' }).click()
  expect(signOut).toHaveBeenCalledOnce()
})

test('the bar at the bottom marks where one is, and its last button opens the same menu as the header’s', async () => {
  const header = await shown()
  const bar = within(screen.getByRole('navigation', { name: 'Shortcuts' }))
  expect(bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    // The test's page is at the root.
    ['Start', 'page'],
    ['Tickets', 'true'],
  ])
  const more = bar.getByRole('button', { name: 'More' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  more.focus()
  fireEvent.click(more)
  const menu = await screen.findByRole('dialog', { name: 'Main menu' })
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
  expect(more.getAttribute('aria-expanded')).toBe('true')
  expect(header.getByRole('button', { name: 'Open the menu', hidden: true }).getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(menu, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(more))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Main menu' })).toBeNull())
})

test('a page with a foot of its own has no bar', async () => {
  await shown({ bottom: null })
  expect(screen.queryByRole('navigation', { name: 'Shortcuts' })).toBeNull()
})

test('with an app, the store badge is in the sidebar, and signed out in the header', async () => {
  await shown()
  expect(hrefs(/The app for your phone/)).toEqual([])
  cleanup()
  await shown({ storeUrl: badge })
  const sidebar = within(screen.getByRole('navigation', { name: 'Main menu' }))
  expect((await sidebar.findByRole('link', { name: /The app for your phone/ })).getAttribute('href')).toBe(badge)
  cleanup()
  const header = await draw(<PublicFrame {...common} {...open} storeUrl={badge} />)
  expect((await header.findByRole('link', { name: /The app for your phone/ })).getAttribute('href')).toBe(badge)
})

test('the footer links to operator, vendor and licences', async () => {
  await shown()
  const footer = screen.getByRole('contentinfo')
  expect(footer.textContent).toContain('© 2026 The provider')
  expect(hrefs('The provider')).toEqual(['https://provider.example'])
  expect(hrefs('The vendor')).toEqual(['https://vendor.example'])
  expect(hrefs('Licences')).toEqual(['/licences.txt'])
  cleanup()
  await shown({ footer: { ...common.footer, provider: null, vendor: null } })
  expect(screen.getByRole('contentinfo').textContent).toBe('© 2026 KlubportalLicences')
})

test('signed out there is no menu and nothing personal, but title and breadcrumbs', async () => {
  const header = await draw(<PublicFrame {...common} {...open} page={{ title: 'Registration', crumbs }} />)
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
  expect(header.queryByRole('button', { name: /Open the menu/ })).toBeNull()
  expect(header.getByRole('navigation', { name: 'Breadcrumbs' }).textContent).toBe('Events›Registration')
})
