import {
  IconBell,
  IconBriefcase,
  IconBuildingCommunity,
  IconCalendar,
  IconCalendarEvent,
  IconDeviceMobileDown,
  IconHome,
  IconId,
  IconLogout,
  IconMail,
  IconServerCog,
  IconTicket,
  IconUser,
  IconUsersGroup,
} from '#web/ui/icons/index.ts'
import { lazy, Suspense, useDeferredValue, useState, type ReactNode } from 'react'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { config } from '#web/api/config.ts'
import { useMemberImage } from '#web/api/files.ts'
import { isInstalled } from '#web/api/installed.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession, signOut, type SessionState } from '#web/api/session/session.ts'
import { isInOffice, isSuperAdmin } from '#web/api/session/token-claims.ts'
import { homeQuery } from '#web/features/home/queries.ts'
import { AddressNotices } from '#web/features/members/address-notices.tsx'
import { SessionWatch } from '#web/features/session/session-watch.tsx'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { fullName } from '#web/features/members/words.ts'
import { paths } from '#web/paths.ts'
import { Optional } from '#web/ui/loading/optional.tsx'
import { type Area, useArea } from '#web/ui/shell/area.ts'
import { AppFrame, type AppFrameProps } from '#web/ui/shell/app-frame.tsx'
import type { MenuEntry } from '#web/ui/shell/main-menu.tsx'
import type { BottomLink } from '#web/ui/shell/phone-menu.tsx'
import { m } from '#words/messages.js'
import { useWorksForClub } from './use-page.ts'

// Lazy, so that no page waits for these.
const Bell = lazy(() => import('#web/features/notifications/bell.tsx'))
const HeaderTools = lazy(() => import('#web/features/members/acting/header-tools.tsx'))
const MemberSidePanel = lazy(() => import('./side-panel.tsx'))
const InboxCount = lazy(() => import('#web/features/conversations/inbox/inbox-count.tsx'))
const MembershipPrompt = lazy(() => import('#web/features/memberships/needs/membership-prompt.tsx'))
const ImpersonationBanner = lazy(async () => ({
  default: (await import('#web/features/members/acting/impersonation.tsx')).ImpersonationBanner,
}))

interface MemberFrameProps {
  readonly session: Extract<SessionState, { status: 'signed-in' }>
  readonly common: Pick<AppFrameProps, 'brand' | 'language' | 'footer' | 'page'>
  readonly children: ReactNode
}

/** The layout of every page for members, with what watches their session. */
export default function MemberFrame({ session, common, children }: MemberFrameProps) {
  const { member, self, roles, token } = session
  const area = useArea()
  const worksForClub = useWorksForClub()
  const { notificationsEnabled } = config
  const image = useMemberImage(member)
  const impersonates = member.id !== self.id
  const [panelOpened, setPanelOpened] = useState(false)
  // Deferred, so that the button responds before the whole page is laid out again.
  const panelThere = useDeferredValue(panelOpened)
  return (
    <AppFrame
      {...common}
      menuHead={area?.head}
      menu={
        area
          ? [area.menu, [logout()]]
          : [
              specifiedMenu(),
              [
                ...ownMenu(),
                ...(isInOffice(session)
                  ? [
                      {
                        label: m.nav_office(),
                        icon: IconBriefcase,
                        to: paths.office(),
                        badge: (
                          <Optional>
                            <InboxCount />
                          </Optional>
                        ),
                      },
                    ]
                  : []),
              ],
            ]
      }
      bottom={
        area ? areaLinks(area, common.page.name) : isPurchase(common.page.name) ? null : bottomLinks(common.page.name)
      }
      person={{ name: fullName(member), email: member.email ?? '', image }}
      personMenu={[
        { label: m.nav_my_profile(), icon: IconUser, to: paths.myProfile() },
        { label: m.title_participants(), icon: IconUsersGroup, to: paths.participants() },
        ...(notificationsEnabled
          ? [{ label: m.title_notifications(), icon: IconBell, to: paths.notifications() }]
          : []),
        ...(isSuperAdmin(roles) ? [{ label: m.title_operator(), icon: IconServerCog, to: paths.operatorClubs() }] : []),
        ...(isInstalled() ? [] : [{ label: m.title_install(), icon: IconDeviceMobileDown, to: paths.install() }]),
        { label: m.nav_sign_out(), icon: IconLogout, onClick: () => void signOut() },
      ]}
      banner={
        impersonates && (
          <Suspense>
            <ImpersonationBanner member={member} />
          </Suspense>
        )
      }
      acting={
        <Optional>
          <HeaderTools member={member} self={self} mayImpersonate={isSuperAdmin(token.roles)} />
        </Optional>
      }
      bell={
        notificationsEnabled && (
          <Optional>
            <Bell key={member.id} memberId={member.id} />
          </Optional>
        )
      }
      panel={
        <Optional>
          <MemberSidePanel
            key={member.id}
            member={member}
            self={self}
            opened={panelOpened}
            there={panelThere}
            onToggle={setPanelOpened}
            alerts={notificationsEnabled}
          />
        </Optional>
      }
      panelOpened={panelThere}
      notices={notificationsEnabled}
      tickets={paths.tickets()}
      storeUrl={config.appStoreUrl}
    >
      {!worksForClub && <AddressNotices />}
      {children}
      <SessionWatch session={session} />
      {!impersonates && (
        <Optional>
          <MembershipPrompt
            memberId={member.id}
            clubs={loadClubs}
            mayAsk={asksToJoin}
            isOperator={isSuperAdmin(roles)}
          />
        </Optional>
      )}
    </AppFrame>
  )
}

const sections = {
  overview: /^dashboard$/,
  events: /^event|^registerForEvent$/,
  clubs: /^organisation|^ownOrganisations$|^clubText$/,
  calendar: /^calendar$/,
  tickets: /^ticket/,
  memberships: /^membership|^newMembership$/,
  family: /^participants$|^editParticipant$/,
}

const logout = () => ({ label: m.nav_logout(), icon: IconLogout, onClick: () => void signOut() })

/** These five, in this order and wording. */
const specifiedMenu = (): MenuEntry[] => [
  { label: m.nav_home(), icon: IconCalendarEvent, to: paths.events(), section: sections.events },
  { label: m.title_organizations(), icon: IconBuildingCommunity, to: paths.organisations(), section: sections.clubs },
  { label: m.nav_membership(), icon: IconId, to: paths.memberships(), section: sections.memberships },
  { label: m.title_contact_us(), icon: IconMail, to: paths.contactUs() },
  logout(),
]

const ownMenu = (): MenuEntry[] => [
  { label: m.nav_front(), icon: IconHome, to: paths.dashboard(), section: sections.overview },
  { label: m.nav_calendar(), icon: IconCalendar, to: paths.calendar(), section: sections.calendar },
  { label: m.title_event_tickets(), icon: IconTicket, to: paths.tickets(), section: sections.tickets },
  { label: m.nav_family(), icon: IconUsersGroup, to: paths.participants(), section: sections.family },
]

/** The foot of these pages has the total and *Pay*, as at the end of every shop. */
const isPurchase = (page: string) => page === 'newMembership' || page === 'registerForEvent'

const bottomLinks = (page: string): BottomLink[] =>
  [
    { label: m.nav_front(), icon: IconHome, to: paths.dashboard(), page: 'dashboard', section: sections.overview },
    {
      label: m.title_club_events(),
      icon: IconCalendarEvent,
      to: paths.events(),
      page: 'events',
      section: /^event|^calendar/,
    },
    {
      label: m.title_event_tickets(),
      icon: IconTicket,
      to: paths.tickets(),
      page: 'tickets',
      section: sections.tickets,
    },
    {
      label: m.nav_membership(),
      icon: IconId,
      to: paths.memberships(),
      page: 'memberships',
      section: sections.memberships,
    },
  ].map(({ page: own, section, ...link }) => ({
    ...link,
    current: page === own ? 'page' : section.test(page) ? 'true' : undefined,
  }))

const areaLinks = ({ bottom }: Area, open: string): BottomLink[] =>
  bottom.map(({ label, icon, to, page }) => ({ label, icon, to, current: page === open ? 'page' : undefined }))

/** Not while their steps to a membership are dismissed or quiet. */
async function asksToJoin(): Promise<boolean> {
  const session = currentSession()
  const subjectId = currentSubjectId()
  if (session.status !== 'signed-in' || subjectId === null) return false
  return (await queryClient.ensureQueryData(homeQuery(session.member, subjectId))).joining === 'steps'
}

const loadClubs = () => queryClient.ensureQueryData(organisationsQuery)
