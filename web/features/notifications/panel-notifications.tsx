import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBell, IconChecks } from '#web/ui/icons/index.ts'
import { useRef } from 'react'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HiddenHeading } from '#web/ui/page-header.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { useNotificationActions } from './actions.ts'
import { NotificationDays, usePages } from './notification-days.tsx'
import { notificationArea } from './notification-item.tsx'
import c from './panel-notifications.module.css'
import { bellQuery } from './queries.ts'

export function PanelNotifications({ memberId }: { memberId: string }) {
  const { shown, query, more } = usePages('all')
  const { data: bell } = useQuery(bellQuery(memberId))
  const actions = useNotificationActions(memberId)
  const heading = useRef<HTMLHeadingElement>(null)
  const anyUnread = (bell?.count ?? 0) > 0 || shown?.some(({ read }) => !read) === true
  const readAll = () => {
    heading.current?.focus()
    actions.readAll()
  }
  return (
    <div className={c.area} {...{ [notificationArea]: true }}>
      <HiddenHeading ref={heading}>{m.panel_tab_alerts()}</HiddenHeading>
      <div className={c.bar}>
        <ButtonLink to={paths.notifications()} variant="subtle" size="compact-sm">
          {m.bell_see_all()}
        </ButtonLink>
        {anyUnread && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconChecks size={16} stroke={1.7} />}
            onClick={readAll}
          >
            {m.notification_read_all()}
          </Button>
        )}
      </div>
      {shown ? (
        shown.length === 0 ? (
          <EmptyState icon={<IconBell size={40} stroke={1.5} />} title={m.notifications_empty_title()} order={3}>
            {m.notifications_empty()}
          </EmptyState>
        ) : (
          <NotificationDays notifications={shown} actions={actions} narrow />
        )
      ) : (
        <div className={c.waiting}>
          <NotLoaded query={query} rows={4} height={100} />
        </div>
      )}
      {more}
    </div>
  )
}
