import { Card, Title } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'
import { dayHeading } from '#web/ui/words/format.ts'
import type { NotificationActions } from './actions.ts'
import c from './notification-days.module.css'
import { NotificationItem } from './notification-item.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ShowMore } from '#web/parts/show-more.tsx'
import { useOnScreen } from '#web/ui/on-screen.ts'
import { listOnScreen } from './arrival-toasts.ts'
import { pagesQuery, type Filter } from './queries.ts'

interface DaysProps {
  readonly notifications: readonly Notification[]
  readonly actions: NotificationActions
  /** Rendered in the side panel. */
  readonly narrow?: boolean
}

export function NotificationDays({ notifications, ...rest }: DaysProps) {
  const now = useToday()
  const days = Map.groupBy(notifications, ({ createdAt }) => dayHeading(createdAt, now))
  return [...days].map(([day, list]) => <Day key={day} name={day} notifications={list} {...rest} />)
}

function Day({ name, notifications, actions, narrow = false }: DaysProps & { name: string }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} data-narrow={narrow || undefined}>
      <Title order={narrow ? 3 : 2} size="h3" id={heading} className={c.day ?? ''}>
        {name}
      </Title>
      <Card component="ul" padding={0} withBorder={!narrow} radius={narrow ? 0 : 'lg'}>
        {notifications.map((one) => (
          <NotificationItem
            key={one.id}
            notification={one}
            inDay
            short={narrow}
            onFollow={() => actions.read(one)}
            onRead={() => actions.read(one)}
            onRemove={() => actions.remove(one)}
            onAnswered={(done) => done && actions.read(one)}
          />
        ))}
      </Card>
    </section>
  )
}

/** Updates every minute, so that "today" becomes "yesterday" on a page left open. */
function useToday() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The notifications of a list with "show more". Toasts are suppressed while it is mounted. */
export function usePages(filter: Filter) {
  const pages = useInfiniteQuery(pagesQuery(filter))
  useOnScreen(listOnScreen)
  return {
    shown: pages.data?.pages.flatMap(rowsOf),
    query: pages,
    more: <ShowMore pages={pages} rowsOf={rowsOf} />,
  }
}

const rowsOf = (page: { readonly notifications: readonly Notification[] }) => page.notifications
