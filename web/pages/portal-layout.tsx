import { useMatches, useRouter, type StaticDataRouteOption } from '@tanstack/react-router'
import {
  IconBell,
  IconBuildingCommunity,
  IconHome,
  IconId,
  IconLogout,
  IconMail,
  IconMailX,
  IconUser,
} from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { config } from '#web/api/config.ts'
import { chooseLanguage, currentLanguage } from '#web/api/language.ts'
import { signOut, useSessionState } from '#web/api/session.ts'
import { isSuperAdmin } from '#web/api/token-claims.ts'
import { AddressNotices } from '#web/features/members/address-notices.tsx'
import { paths } from '#web/paths.ts'
import { afterPaint } from '#web/ui/after-paint.tsx'
import { AppFrame } from '#web/ui/shell/app-frame.tsx'
import { PublicFrame } from '#web/ui/shell/public-frame.tsx'
import { languageButton } from '#web/ui/shell/tools.tsx'
import { useOwnTitle, useTitleMark } from '#web/ui/page-title.ts'
import '#web/ui/route-data.ts'
import { m } from '#words/messages.js'

const Bell = afterPaint(async () => (await import('#web/features/notifications/bell.tsx')).Bell)

/** The frame around every page, fed with who is signed in, where they are and what the server told the page. */
export function PortalLayout({ children }: { children: ReactNode }) {
  const session = useSessionState()
  const page = usePage(session.status === 'signed-in')
  useFocusOnNavigation()

  const brand = {
    name: config.productName,
    devTitle: config.devEnvironment === 0 ? null : m.shell_dev_title(),
    home: paths.dashboard(),
  }
  const language = { next: otherLanguage(), onChange: changeLanguage }
  const footer = {
    year: new Date().getFullYear(),
    provider: config.provider,
    vendor: config.vendor,
    productName: config.productName,
  }
  if (session.status !== 'signed-in') {
    return (
      <PublicFrame brand={brand} language={language} footer={footer}>
        {children}
      </PublicFrame>
    )
  }
  const { member, roles } = session
  const { notificationsEnabled } = config
  return (
    <AppFrame
      brand={brand}
      menu={[
        { label: m.nav_home(), icon: IconHome, to: paths.events() },
        { label: m.nav_organizations(), icon: IconBuildingCommunity, to: paths.organisations() },
        { label: m.nav_membership(), icon: IconId, to: paths.memberships() },
        { label: m.nav_contact_us(), icon: IconMail, to: paths.contactUs() },
        { label: m.nav_logout(), icon: IconLogout, onClick: () => void signOut() },
      ]}
      person={{ name: `${member.firstName} ${member.lastName}`.trim(), email: member.email ?? '' }}
      personMenu={[
        { label: m.nav_my_profile(), icon: IconUser, to: paths.myProfile() },
        ...(notificationsEnabled ? [{ label: m.nav_notifications(), icon: IconBell, to: paths.notifications() }] : []),
        ...(isSuperAdmin(roles)
          ? [{ label: m.nav_failed_messages(), icon: IconMailX, to: paths.failedMessages() }]
          : []),
        { label: m.nav_sign_out(), icon: IconLogout, onClick: () => void signOut() },
      ]}
      bell={notificationsEnabled && <Bell key={member.id} memberId={member.id} />}
      notices={notificationsEnabled}
      tickets={paths.tickets()}
      language={language}
      footer={footer}
      storeUrl={config.appStoreUrl}
      page={page}
    >
      <AddressNotices />
      {children}
    </AppFrame>
  )
}

/** The root alone matches: there is no page at this address. */
const notFound: StaticDataRouteOption = { title: () => m.error_not_found_title() }

/** Name, title and breadcrumbs of the innermost route that has them, unless the page gives itself a title; also the document's title, for members only. */
function usePage(signedIn: boolean) {
  const data = useMatches({
    select: (matches) =>
      matches.length === 1 ? notFound : matches.findLast((match) => match.staticData.title)?.staticData,
  })
  const own = useOwnTitle()
  const title = signedIn ? (own ?? data?.title?.() ?? '') : ''
  const documentTitle = title && title !== config.productName ? `${title} · ${config.productName}` : config.productName
  const mark = useTitleMark()
  useEffect(() => {
    document.title = mark + documentTitle
  }, [mark, documentTitle])
  const crumbs = (data?.crumbs ?? []).map(({ label, to }) => ({ label: label(), to }))
  return { name: data?.name ?? '', title: title || config.productName, crumbs }
}

/** After a navigation reading begins at the new page's heading, not at the link that was left. */
function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const main = document.getElementById('main')
        const target = main?.querySelector<HTMLElement>('h1') ?? main
        target?.focus({ preventScroll: true })
      }),
    [router],
  )
}

const otherLanguage = (): 'da' | 'en' => (currentLanguage() === 'da' ? 'en' : 'da')

/** The page is drawn anew, so the switch takes the focus back. */
function changeLanguage() {
  chooseLanguage(otherLanguage())
  requestAnimationFrame(() => document.getElementById(languageButton)?.focus())
}
