import { ActionIcon, AppShell, Box, Group } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar } from '../icons/index.ts'
import type { ReactNode } from 'react'
import { m } from '#words/messages.js'
import { lazyDialog } from '../dialogs/lazy-dialog.tsx'
import { useMenuButton, type OpenedByButton } from '../dialogs/menu-button.tsx'
import { NoticeBars } from '../notices/notice-bars.tsx'
import { Brand, type BrandProps } from './brand.tsx'
import { HeaderBreadcrumbs, type BreadcrumbsProps } from './breadcrumbs.tsx'
import { MainMenu, type MenuEntry } from './main-menu.tsx'
import { PageBody, SkipLink, type FooterProps } from './page-body.tsx'
import { PersonButton, type Person } from './person-button.tsx'
import type { PersonEntry, PersonMenuProps } from './person-menu.tsx'
import { BottomBar, PhoneMenu, type BottomLink } from './phone-menu.tsx'
import { StoreBadge } from './store-badge.tsx'
import { LanguageSwitch, ThemeToggle, TicketsShortcut, type LanguageChoice } from './tools.tsx'

export interface AppFrameProps {
  readonly brand: BrandProps
  readonly menu: readonly (readonly MenuEntry[])[]
  /** Above the menu. */
  readonly menuHead?: ReactNode
  /** The bar at the bottom of a phone; null where a page has its own foot. */
  readonly bottom: readonly BottomLink[] | null
  readonly person: Person
  readonly personMenu: readonly PersonEntry[]
  readonly banner?: ReactNode
  readonly acting?: ReactNode
  /** Its space stays reserved when it is empty. */
  readonly bell: ReactNode
  /** Opens the side panel; its space stays reserved. */
  readonly panel: ReactNode
  /** The panel is beside the page, where there is room. */
  readonly panelOpened: boolean
  readonly notices: boolean
  readonly tickets: string
  readonly language: LanguageChoice
  readonly footer: FooterProps
  readonly storeUrl: string | null
  readonly page: BreadcrumbsProps & { readonly name: string }
  readonly children: ReactNode
}

const loadPersonMenu = () => import('./person-menu.tsx')
const PersonMenu = lazyDialog(async () => (await loadPersonMenu()).PersonMenu)

/** As wide as the button it is for. */
const toolWidth = 'clamp(40px, 2.75rem, 44px)'

const syncInitialValue = { getInitialValueInEffect: false }

/** The layout of every member page: sidebar in three widths, header, notices, page, footer. */
export function AppFrame(props: AppFrameProps) {
  const { brand, menu, person, personMenu, banner, acting, bell, tickets, language, storeUrl, page } = props
  // Also read by the inline script in `web/index.html`.
  const [folded, setFolded] = useLocalStorage({ key: 'portal.menu-folded', defaultValue: false, ...syncInitialValue })
  const wide = useMediaQuery('(min-width: 81.25em)', true, syncInitialValue)
  // Beside the panel there is no room for menu labels below this width.
  const extraWide = useMediaQuery('(min-width: 96em)', true, syncInitialValue)
  const collapsedByPanel = props.panelOpened && wide && !extraWide
  const mini = !wide || folded || collapsedByPanel
  const within = page.crumbs?.map(({ to }) => to) ?? []

  return (
    <AppShell
      layout="alt"
      header={{ height: banner ? 112 : 64 }}
      navbar={{ width: mini ? 76 : 264, breakpoint: 'sm', collapsed: { mobile: true } }}
      // `calc` keeps the kit from turning pixels into rems, which grow with the text.
      aside={{ width: 'calc(380px)', breakpoint: 'lg', collapsed: { mobile: true, desktop: !props.panelOpened } }}
      transitionDuration={0}
    >
      <SkipLink />
      <AppShell.Navbar visibleFrom="sm" p="14px 12px" aria-label={m.shell_menu()}>
        <AppShell.Section grow>
          <Brand {...brand} short={mini ? 'always' : undefined} />
          {!mini && props.menuHead && (
            <Box my="md" px={4}>
              {props.menuHead}
            </Box>
          )}
          <MainMenu groups={menu} current={page.name} within={within} mini={mini} />
        </AppShell.Section>
        {storeUrl && <StoreBadge url={storeUrl} mini={mini} />}
      </AppShell.Navbar>
      <AppShell.Header zIndex={180} me={0}>
        {banner}
        <Group h={64} gap="clamp(0px, 1vw - 4px, 2px)" px="clamp(4px, 2vw - 2px, 24px)" wrap="nowrap">
          {wide ? (
            <ActionIcon
              aria-label={folded ? m.shell_menu_unfold() : m.shell_menu_fold()}
              aria-expanded={!mini}
              style={{ visibility: collapsedByPanel ? 'hidden' : undefined }}
              onClick={() => setFolded(!folded)}
            >
              <IconLayoutSidebar size={20} stroke={1.7} />
            </ActionIcon>
          ) : (
            <PhoneMenu
              brand={brand}
              menu={menu}
              current={page.name}
              head={props.menuHead}
              within={within}
              storeUrl={storeUrl}
            />
          )}
          <Box hiddenFrom="sm">
            <Brand {...brand} short="phone" />
          </Box>
          <Box flex={1} miw={0} px={{ base: 0, sm: 6 }}>
            <Box visibleFrom="sm">
              <HeaderBreadcrumbs {...page} />
            </Box>
          </Box>
          {acting}
          {bell && <Box miw={toolWidth}>{bell}</Box>}
          <Box miw={toolWidth}>{props.panel}</Box>
          <TicketsShortcut to={tickets} />
          <Group gap={2} wrap="nowrap" visibleFrom="xs">
            <ThemeToggle />
            <LanguageSwitch {...language} />
          </Group>
          <PersonTool person={person} entries={personMenu} language={language} />
        </Group>
      </AppShell.Header>
      <PageBody where={page} notices={props.notices && <NoticeBars routeName={page.name} />} footer={props.footer}>
        {props.children}
      </PageBody>
      {props.bottom && <BottomBar links={props.bottom} />}
    </AppShell>
  )
}

/** Keeps for itself what it opens, so that a press does not draw the whole frame again. */
function PersonTool(props: Omit<PersonMenuProps, keyof OpenedByButton>) {
  const { buttonProps, menu } = useMenuButton('menu', loadPersonMenu)
  return (
    <>
      <PersonButton person={props.person} {...buttonProps} />
      <PersonMenu {...props} {...menu} />
    </>
  )
}
