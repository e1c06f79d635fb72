import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBell, IconBellCheck, IconChecks } from '#web/ui/icons/index.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useOptimisticParam } from '#web/ui/use-optimistic-param.ts'
import { m } from '#words/messages.js'
import { useNotificationActions } from './actions.ts'
import { NotificationDays, usePages } from './notification-days.tsx'
import { notificationArea } from './notification-item.tsx'
import c from './notification-list.module.css'
import { bellQuery, type Filter } from './queries.ts'

interface ListProps {
  readonly memberId: string
  readonly filter: Filter
}

/** All notifications, newest first, grouped by day. */
export function NotificationList({ memberId, filter }: ListProps) {
  const { shown, query, more } = usePages(filter)
  const { data: bell } = useQuery(bellQuery(memberId))
  const actions = useNotificationActions(memberId)
  const anyUnread = (bell?.count ?? 0) > 0 || shown?.some(({ read }) => !read) === true

  return (
    <Stack gap="md" {...{ [notificationArea]: true }}>
      <div className={c.bar}>
        <FilterButtons filter={filter} />
        {anyUnread && (
          <Button
            variant="light"
            leftSection={<IconChecks size={18} stroke={1.7} />}
            onClick={() => {
              document.querySelector<HTMLElement>('#main h1')?.focus()
              actions.readAll()
            }}
          >
            {m.notification_read_all()}
          </Button>
        )}
      </div>
      {shown ? (
        shown.length === 0 ? (
          <Nothing filter={filter} />
        ) : (
          <NotificationDays notifications={shown} actions={actions} />
        )
      ) : (
        <NotLoaded query={query} rows={6} height={112} />
      )}
      {more}
    </Stack>
  )
}

function FilterButtons({ filter }: { filter: Filter }) {
  const go = useNavigateTo()
  const [chosen, choose] = useOptimisticParam(filter, (next) =>
    go(paths.notifications(next === 'unread' ? { filter: next } : {}), { replace: true }),
  )
  const choices: { value: Filter; label: string }[] = [
    { value: 'all', label: m.notifications_filter_all() },
    { value: 'unread', label: m.notifications_filter_unread() },
  ]
  return (
    <SegmentedControl aria-label={m.notifications_filter_label()} data={choices} value={chosen} onChange={choose} />
  )
}

function Nothing({ filter }: { filter: Filter }) {
  return (
    <Panel>
      {filter === 'unread' ? (
        <EmptyState
          icon={<IconBellCheck size={40} stroke={1.5} />}
          title={m.notifications_empty_unread_title()}
          actions={<ButtonLink to={paths.notifications()}>{m.notifications_show_all()}</ButtonLink>}
        >
          {m.notifications_empty_unread()}
        </EmptyState>
      ) : (
        <EmptyState
          icon={<IconBell size={40} stroke={1.5} />}
          title={m.notifications_empty_title()}
          actions={<ButtonLink to={paths.memberships()}>{m.dashboard_see_memberships()}</ButtonLink>}
        >
          {m.notifications_empty()}
        </EmptyState>
      )}
    </Panel>
  )
}
