import { ActionIcon } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { m } from '#words/messages.js'
import { NoticeBars } from '../notices/notice-bars.tsx'
import { Brand, type BrandProps } from './brand.tsx'
import { Drawer } from './drawer.tsx'
import { Footer, type FooterProps } from './footer.tsx'
import { Menu, type MenuEntry } from './menu.tsx'
import { PersonMenu, type Person, type PersonEntry } from './person-menu.tsx'
import c from './shell.module.css'
import { StoreBadge } from './store-badge.tsx'
import { languageButton, LanguageSwitch, ThemeToggle, TicketsShortcut, type LanguageChoice } from './tools.tsx'
import { TrailOnPhone, Where, type Trail } from './where.tsx'

export interface AppFrameProps {
  readonly brand: BrandProps
  readonly menu: readonly MenuEntry[]
  readonly person: Person
  readonly personMenu: readonly PersonEntry[]
  /** Above the header and always in sight. */
  readonly banner?: ReactNode
  /** For whom the person acts, in the header. */
  readonly acting?: ReactNode
  /** Comes and goes; its place is kept, so that nothing moves. */
  readonly bell: ReactNode
  /** Opens the side panel; its place is kept. */
  readonly panel: ReactNode
  /** The panel stands beside the page where there is room. */
  readonly panelOpened: boolean
  /** Whether notices are shown at all. */
  readonly notices: boolean
  readonly tickets: string
  readonly language: LanguageChoice
  readonly footer: FooterProps
  readonly storeUrl: string | null
  readonly page: {
    readonly name: string
    readonly title: string
    /** Null where the page has no place in a trail; its title stands there then. */
    readonly crumbs: Trail | null
  }
  readonly children: ReactNode
}

/** The portal around every page of a member: sidebar in three widths, header, notices, page, footer. */
export function AppFrame(props: AppFrameProps) {
  const { brand, menu, person, personMenu, banner, acting, bell, tickets, language, storeUrl, page } = props
  const [opened, drawer] = useDisclosure(false)
  const [folded, fold] = useFolded()
  const wide = useMediaQuery('(min-width: 81.25em)', true, { getInitialValueInEffect: false })
  // Beside the panel the page has no room for the names of the menu, until the screen is this wide.
  const roomy = useMediaQuery('(min-width: 96em)', true, { getInitialValueInEffect: false })
  const squeezed = props.panelOpened && wide && !roomy
  const mini = folded || squeezed
  const within = page.crumbs?.map(({ to }) => to) ?? []

  return (
    <div className={c.frame} data-menu={mini ? 'mini' : 'full'}>
      <a href="#main" className={c.skip}>
        {m.shell_skip()}
      </a>
      <aside className={c.sidebar} aria-label={m.shell_sidebar()}>
        <Brand {...brand} />
        <Menu entries={menu} within={within} mini={!wide || mini}>
          {storeUrl && <StoreBadge url={storeUrl} mini={!wide || mini} />}
        </Menu>
      </aside>
      <Drawer opened={opened} onClose={drawer.close} label={m.shell_menu()}>
        <Brand {...brand} />
        <Menu entries={menu} within={within} mini={false} onChoose={drawer.close}>
          {storeUrl && <StoreBadge url={storeUrl} />}
        </Menu>
      </Drawer>
      <div className={c.top}>
        {banner}
        <header className={c.header}>
          <ActionIcon
            className={c.untilFull}
            aria-label={m.shell_menu_open()}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={drawer.open}
          >
            <IconMenu2 size={22} stroke={1.7} />
          </ActionIcon>
          <ActionIcon
            className={c.onlyFull}
            aria-label={folded ? m.shell_menu_unfold() : m.shell_menu_fold()}
            aria-expanded={!mini}
            style={{ visibility: squeezed ? 'hidden' : undefined }}
            onClick={() => fold(!folded)}
          >
            <IconLayoutSidebar size={20} stroke={1.7} />
          </ActionIcon>
          <div className={c.headerBrand}>
            <Brand {...brand} />
          </div>
          <Where title={page.title} crumbs={page.crumbs} />
          <div className={c.tools}>
            {acting}
            {bell && <div className={c.bellPlace}>{bell}</div>}
            <div className={c.panelPlace}>{props.panel}</div>
            <TicketsShortcut to={tickets} />
            <div className={c.settings}>
              <ThemeToggle />
              <LanguageSwitch {...language} id={languageButton} />
            </div>
            <PersonMenu person={person} entries={personMenu}>
              <ThemeToggle />
              <LanguageSwitch {...language} />
            </PersonMenu>
          </div>
        </header>
      </div>
      <main id="main" className={c.main} tabIndex={-1}>
        <div className={c.wrap}>
          <TrailOnPhone title={page.title} crumbs={page.crumbs} />
          {props.notices && <NoticeBars routeName={page.name} />}
          <div className={c.content}>{props.children}</div>
        </div>
      </main>
      <Footer {...props.footer} />
    </div>
  )
}

// The page reads it too, before anything is drawn.
const foldedKey = 'portal.menu-folded'

/** Whether the person folded the full sidebar, remembered in this browser. */
function useFolded() {
  const [folded, setFolded] = useState(() => localStorage.getItem(foldedKey) === 'true')
  const fold = (next: boolean) => {
    localStorage.setItem(foldedKey, String(next))
    setFolded(next)
  }
  return [folded, fold] as const
}
