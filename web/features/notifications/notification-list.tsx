import { Button, Stack, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconBell, IconBellCheck, IconChecks } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Notification } from '#contract/notifications.ts'
import { problemText } from '#web/api/problem-text.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ButtonLink, useGo } from '#web/ui/link.tsx'
import { dayWords } from '#web/ui/moment-words.ts'
import { useOnScreen } from '#web/ui/on-screen.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { SkeletonList } from '#web/ui/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { useNotificationActions, type NotificationActions } from './actions.ts'
import { listOnScreen } from './arrival-toasts.ts'
import { notificationArea, NotificationItem, type NotificationExtra } from './notification-item.tsx'
import c from './notification-list.module.css'
import { bellQuery, pagesQuery, type Filter } from './queries.ts'

interface ListProps {
  readonly memberId: string
  readonly filter: Filter
  readonly extra: NotificationExtra
}

/** Everything that was told, newest first, by day. */
export function NotificationList({ memberId, filter, extra }: ListProps) {
  const pages = useInfiniteQuery(pagesQuery(filter))
  const { data: bell } = useQuery(bellQuery(memberId))
  const actions = useNotificationActions(memberId)
  const area = useRef<HTMLDivElement>(null)
  const shown = pages.data?.pages.flatMap(({ notifications }) => notifications)
  useOnScreen(listOnScreen)

  const showMore = async () => {
    const before = shown?.length ?? 0
    const { data } = await pages.fetchNextPage()
    const now = data?.pages.flatMap(({ notifications }) => notifications) ?? []
    return {
      count: now.length - before,
      first: () => area.current?.querySelector<HTMLElement>(`[data-notification="${now[before]?.id}"] a`),
    }
  }
  const anyUnread = (bell?.count ?? 0) > 0 || shown?.some(({ read }) => !read) === true

  return (
    <Stack gap="md" ref={area} {...{ [notificationArea]: true }}>
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
          <Days notifications={shown} actions={actions} extra={extra} />
        )
      ) : pages.error ? (
        <ErrorPanel
          message={problemText(pages.error)}
          retrying={pages.isFetching}
          onRetry={() => void pages.refetch()}
        />
      ) : (
        <SkeletonList rows={6} height={112} />
      )}
      <ShowMore
        hasMore={shown !== undefined && pages.hasNextPage}
        loading={pages.isFetchingNextPage}
        error={pages.isFetchNextPageError ? problemText(pages.error) : null}
        onMore={showMore}
      />
    </Stack>
  )
}

function FilterButtons({ filter }: { filter: Filter }) {
  const go = useGo()
  const choices: readonly [Filter, string][] = [
    ['all', m.notifications_filter_all()],
    ['unread', m.notifications_filter_unread()],
  ]
  return (
    <div role="group" aria-label={m.notifications_filter_label()} className={c.filter}>
      {choices.map(([choice, label]) => (
        <button
          key={choice}
          type="button"
          className={c.choice}
          aria-pressed={choice === filter}
          onClick={() => void go(paths.notifications(choice === 'unread' ? { filter: choice } : {}), { replace: true })}
        >
          {label}
        </button>
      ))}
    </div>
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

interface DaysProps {
  readonly notifications: readonly Notification[]
  readonly actions: NotificationActions
  readonly extra: NotificationExtra
}

function Days({ notifications, ...rest }: DaysProps) {
  const now = useToday()
  const days = Map.groupBy(notifications, ({ createdAt }) => dayWords(createdAt, now))
  return [...days].map(([day, those]) => <Day key={day} name={day} notifications={those} {...rest} />)
}

function Day({ name, notifications, actions, extra }: DaysProps & { name: string }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h3" id={heading} mb={8}>
        {name}
      </Title>
      <ul className={c.list}>
        {notifications.map((one) => (
          <NotificationItem
            key={one.id}
            notification={one}
            inDay
            onFollow={() => actions.read(one)}
            onRead={() => actions.read(one)}
            onRemove={() => actions.remove(one)}
          >
            {extra(one, () => actions.read(one))}
          </NotificationItem>
        ))}
      </ul>
    </section>
  )
}

/** The present moment, again each minute: what was today becomes yesterday while the page stands open. */
function useToday() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
