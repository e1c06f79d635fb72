import { Alert, Button, Group, Menu, Text } from '@mantine/core'
import { getRouteApi, redirect } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  IconArrowLeft,
  IconCalendarEvent,
  IconCheck,
  IconCreditCard,
  IconEye,
  IconHistory,
  IconIdBadge2,
  IconInbox,
  IconSearch,
  IconSelector,
  IconSettings,
  IconSunHigh,
  IconUsers,
  IconUsersGroup,
  IconUserShield,
  type Icon,
} from '#web/ui/icons/index.ts'
import { officeAccess, type Office } from '#contract/office/access.ts'
import type { HistoryThing } from '#contract/audit/history.ts'
import type { Scope } from '#contract/office/scopes.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { myOfficesQuery, officeQuery, type OfficeClub } from '#web/features/office/queries.ts'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink, PlainLink, useNavigateTo } from '#web/ui/link.tsx'
import type { Area } from '#web/ui/shell/area.ts'
import { m } from '#words/messages.js'
import type { Locale } from '#words/runtime.js'
import { replaceOffices, useSession } from '#web/api/session/session.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { showFailure } from '#web/api/toasts.ts'
import { useCall } from '#web/api/use-call.ts'

const api = getRouteApi('/_member/_office/office/$orgKey')

/** The club whose office is open, and what the user may do there. For pages below `/office/{orgKey}`. */
export function useOffice() {
  const { orgKey } = api.useParams()
  const { data } = useQuery(officeQuery(orgKey))
  if (!data) throw new Error('The office was loaded before its pages')
  return { ...data, can: (scope: Scope) => data.scopes.includes(scope) }
}

/** The club whose office is open, for a page's loader. */
export const clubOfOffice = async (orgKey: string) => (await queryClient.ensureQueryData(officeQuery(orgKey))).club

/** Leads whoever may not change something to the page that shows it. */
export async function requireToChange(orgKey: string, scope: Scope, shown: string): Promise<void> {
  const { scopes, readOnly } = await queryClient.ensureQueryData(officeQuery(orgKey))
  if (readOnly || !scopes.includes(scope)) throw redirect({ href: shown, replace: true })
}

interface Section {
  /** The page's name in the address, and of its route. Empty for the first page. */
  readonly page: string
  readonly name: string
  readonly label: typeof m.office_today
  readonly icon: Icon
  /** Left out: for everybody in the office but trainers. */
  readonly scope?: Scope
  /** Not for those with this one, who have another page that leads there. */
  readonly without?: Scope
}

/** The menu of an office. A section is shown to those who may open its page. */
const sections: readonly Section[] = [
  { page: '', name: 'officeToday', label: m.office_today, icon: IconSunHigh },
  {
    page: 'memberships',
    name: 'officeMemberships',
    label: m.seasons_heading,
    icon: IconIdBadge2,
    scope: 'members.read',
  },
  { page: 'events', name: 'officeEvents', label: m.office_events, icon: IconCalendarEvent, scope: 'events.read' },
  { page: 'members', name: 'clubMembers', label: m.title_club_members, icon: IconUsers, scope: 'members.read' },
  {
    page: 'members/teams',
    name: 'teams',
    label: m.title_teams,
    icon: IconUsersGroup,
    scope: 'teams',
    without: 'members.read',
  },
  { page: 'inbox', name: 'inbox', label: m.title_inbox, icon: IconInbox, scope: 'inbox' },
  { page: 'payments', name: 'clubPayments', label: m.title_club_payments, icon: IconCreditCard, scope: 'money.read' },
  { page: 'settings', name: 'clubSettings', label: m.title_club_settings, icon: IconSettings, scope: 'settings' },
  { page: 'settings/people', name: 'officePeople', label: m.office_people, icon: IconUserShield, scope: 'settings' },
  { page: 'history', name: 'officeHistory', label: m.office_history, icon: IconHistory, scope: 'reports' },
]

/** Whoever trains teams, and does nothing else in the office. */
export const isTrainerOnly = (scopes: readonly Scope[]) =>
  scopes.length > 0 && scopes.every((scope) => scope === 'teams')

/** The frame's menu in an office. */
export function areaOf(
  { club, scopes }: Office,
  locale: Locale,
  badges: Readonly<Record<string, React.ReactNode>>,
): Area {
  const menu = sections
    .filter(({ scope, without }) =>
      scope === undefined ? !isTrainerOnly(scopes) : scopes.includes(scope) && !(without && scopes.includes(without)),
    )
    .map(({ page, name, label, icon }) => ({
      page: name,
      label: label({}, { locale }),
      icon,
      to: paths.office(club.key, page),
      exact: page === '' || page === 'settings',
      badge: badges[name],
    }))
  return {
    menu: [
      ...menu,
      { label: m.office_leave_area({}, { locale }), icon: IconArrowLeft, to: paths.dashboard(), exact: true },
    ],
    bottom: menu.slice(0, 4),
    head: <ClubSwitch club={club} />,
  }
}

/** The club's name above the menu; for somebody with several, a menu of the first of them. */
function ClubSwitch({ club }: Pick<Office, 'club'>) {
  const { data, hasNextPage } = useInfiniteQuery(myOfficesQuery())
  const offices = data?.pages[0] ?? []
  const name = (
    <Group gap={10} wrap="nowrap" miw={0}>
      <ClubMark club={club} size={32} />
      <Text fw={650} size="sm" lineClamp={2} ta="start">
        {club.name}
      </Text>
    </Group>
  )
  if (offices.length < 2) return name
  return (
    <Menu position="bottom-start" width="target" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          h="auto"
          py={8}
          px={6}
          fullWidth
          justify="space-between"
          rightSection={<IconSelector size={18} stroke={1.7} />}
          aria-label={m.office_switch({ club: club.name })}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {offices.map((one) => (
          <Menu.Item
            key={one.club.id}
            component={PlainLink}
            to={paths.office(one.club.key)}
            leftSection={<ClubMark club={one.club} size={24} />}
            rightSection={one.club.id === club.id && <IconCheck size={16} aria-hidden />}
          >
            {one.club.name}
          </Menu.Item>
        ))}
        {hasNextPage && (
          <Menu.Item component={PlainLink} to={paths.office()} leftSection={<IconSearch size={18} stroke={1.7} />}>
            {m.organizations_see_all()}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Leads to what was done to one thing, for whoever reads the history. */
export function HistoryLink({ thing, thingId }: { thing: HistoryThing; thingId?: string }) {
  const { club, can } = useOffice()
  if (!can('reports')) return null
  return (
    <ButtonLink
      to={paths.office(club.key, 'history', { thing, thingId })}
      variant="subtle"
      leftSection={<IconHistory size={18} stroke={1.7} />}
    >
      {m.office_history()}
    </ButtonLink>
  )
}

/** Above every page of the office: that the reader only looks, and how they end it. */
export function LookNotice({ club, readOnly }: Pick<Office, 'club' | 'readOnly'>) {
  const end = useEndLook(club)
  if (!readOnly) return null
  return (
    <Alert color="fjord" icon={<IconEye />} title={m.office_look_title()}>
      <Group justify="space-between" gap="sm">
        <span>{m.office_look_text()}</span>
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {m.office_look_end()}
        </Button>
      </Group>
    </Alert>
  )
}

/** Ends an operator's look at an office, and leads back to the club in the console. */
function useEndLook(club: OfficeClub) {
  const { offices } = useSession()
  const go = useNavigateTo()
  return useCall(
    officeAccess.leave,
    { orgKey: club.key },
    {
      onSuccess: async () => {
        showToast({ message: m.office_look_ended({ club: club.name }) })
        await go(paths.operatorClub(club.key))
        replaceOffices(offices.filter((key) => key !== club.key))
        await queryClient.invalidateQueries({ queryKey: queryKeys.office })
      },
      onError: showFailure,
    },
  )
}
