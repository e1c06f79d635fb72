import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { IconLock } from '#web/ui/icons/index.ts'
import { useEffect, useMemo } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { prefetchList, queryClient } from '#web/api/query-client.ts'
import { ReadOnly } from '#web/api/read-only.ts'
import { ClubInboxCount } from '#web/features/conversations/inbox/inbox-count.tsx'
import { DelayedActions } from '#web/features/office/delayed-actions.tsx'
import { myOfficesQuery, officeQuery } from '#web/features/office/queries.ts'
import { paths } from '#web/paths.ts'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { useOwnArea } from '#web/ui/shell/area.ts'
import { m } from '#words/messages.js'
import { areaOf, LookNotice } from './-office.tsx'

/** The office of one club: its menu, and nothing of it once the user has lost their access. */
export const Route = createFileRoute('/_member/_office/office/$orgKey')({
  loader: async ({ params: { orgKey }, location }) => {
    const [office] = await Promise.all([
      queryClient.ensureQueryData(officeQuery(orgKey)),
      prefetchList(myOfficesQuery()),
    ])
    if (office.club.key !== orgKey)
      throw redirect({ href: location.href.replace(`/office/${orgKey}`, paths.office(office.club.key)), replace: true })
  },
  component: OfficePages,
})

function OfficePages() {
  const { orgKey } = Route.useParams()
  const { data: office, error } = useQuery(officeQuery(orgKey))
  const language = useLanguage()
  useReadAgainWhenRefused(orgKey)
  const area = useMemo(
    () =>
      office &&
      areaOf(office, language, { inbox: office.scopes.includes('inbox') && <ClubInboxCount orgId={office.club.id} /> }),
    [office, language],
  )
  if (!office || !area || isRefused(error)) return <NoAccess error={error} />
  return (
    <Stack gap="lg">
      <OwnArea area={area} />
      <LookNotice {...office} />
      <DelayedActions orgId={office.club.id} />
      <ReadOnly value={office.readOnly}>
        <Outlet />
      </ReadOnly>
    </Stack>
  )
}

function OwnArea({ area }: { area: ReturnType<typeof areaOf> }) {
  useOwnArea(area)
  return null
}

const NoAccess = ({ error }: { error: unknown }) => (
  <ErrorPanel
    order={1}
    icon={<IconLock size={40} stroke={1.5} />}
    title={isRefused(error) ? m.office_no_access_title() : m.error_panel_title()}
    message={isRefused(error) ? m.office_no_access() : problemText(error)}
    actions={<ButtonLink to={paths.dashboard()}>{m.office_leave_area()}</ButtonLink>}
  />
)

const isRefused = (error: unknown) => error instanceof ApiProblem && error.code === 'forbidden'

/** A refused call means that a role was taken away: the menu and the page follow at once. */
function useReadAgainWhenRefused(orgKey: string) {
  useEffect(() => {
    const { queryKey } = officeQuery(orgKey)
    const onError = (error: unknown, key?: readonly unknown[]) => {
      if (isRefused(error) && key?.join() !== queryKey.join()) void queryClient.invalidateQueries({ queryKey })
    }
    const ends = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') onError(event.action.error, event.query.queryKey)
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') onError(event.action.error)
      }),
    ]
    return () => ends.forEach((end) => end())
  }, [orgKey])
}
