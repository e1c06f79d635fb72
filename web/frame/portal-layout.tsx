import { lazyRouteComponent, useLocation } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { config } from '#web/api/config.ts'
import { isInstalled } from '#web/api/installed.ts'
import { chooseLanguage, currentLanguage } from '#web/api/language.ts'
import { signIn, useSessionState, type SessionState } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { PublicFrame } from '#web/ui/shell/public-frame.tsx'
import { m } from '#words/messages.js'
import { locales } from '#words/runtime.js'
import { useFocusOnNavigation, usePage } from './use-page.ts'

// Apart, because visitors do without it.
const MemberFrame = lazyRouteComponent(() => import('./member-frame.tsx'))

/** Loads the code of the members' layout. */
export const loadMemberFrame = () => MemberFrame.preload?.()

/** The layout around every page. */
export function PortalLayout({ children }: { children: ReactNode }) {
  const session = useSessionState()
  const page = usePage(session.status === 'signed-in')
  useFocusOnNavigation()

  const { pathname, href } = useLocation()
  // These pages are about signing in.
  const isDoor = pathname.startsWith('/page-')
  const signInHere = { to: paths.login({ returnTo: href }), onPress: () => void signIn() }
  const brand = {
    name: config.productName,
    devTitle: config.devEnvironment === 0 ? null : m.shell_dev_title(),
    home: paths.dashboard(),
  }
  const language = { next: nextLanguage(), onChange: changeLanguage }
  const footer = {
    year: new Date().getFullYear(),
    provider: config.provider,
    vendor: config.vendor,
    productName: config.productName,
    licences: paths.licences(),
  }
  const open = (
    <PublicFrame
      brand={brand}
      language={language}
      footer={{ ...footer, contact: paths.contactUs(), install: isInstalled() ? undefined : paths.install() }}
      storeUrl={config.appStoreUrl}
      clubs={paths.organisations()}
      events={paths.events()}
      signIn={!isDoor && maySignIn(session) ? signInHere : null}
      page={page}
    >
      {children}
    </PublicFrame>
  )
  if (session.status !== 'signed-in') return open
  return (
    <Suspense fallback={open}>
      <MemberFrame session={session} common={{ brand, language, footer, page }}>
        {children}
      </MemberFrame>
    </Suspense>
  )
}

const maySignIn = (session: SessionState) =>
  session.status === 'checking' ||
  (session.status === 'signed-out' && (session.failed === null || session.failed === 'closed'))

const nextLanguage = () => locales[(locales.indexOf(currentLanguage()) + 1) % locales.length]!

const changeLanguage = () => chooseLanguage(nextLanguage())
