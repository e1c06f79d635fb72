import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  MOST_COUNTED,
  notifications,
  type Notification,
  type NotificationPage,
} from '#contract/notifications/notifications.ts'
import { call } from '#web/api/client.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { bellQuery, pagesKey } from './queries.ts'
import { showFailure } from '#web/api/toasts.ts'

export interface NotificationActions {
  /** Does nothing if it is already read. */
  readonly read: (notification: Notification) => void
  readonly readAll: () => void
  /** Deletes it and shows a toast with an undo button. */
  readonly remove: (notification: Notification) => void
}

/** Notification actions with optimistic updates. If a call fails, the server's state is reloaded. */
export function useNotificationActions(memberId: string): NotificationActions {
  const cache = useQueryClient()
  return useMemo(() => actionsOf(cache, memberId), [cache, memberId])
}

function actionsOf(cache: QueryClient, memberId: string): NotificationActions {
  const reload = () =>
    Promise.all([
      cache.fetchQuery({ ...bellQuery(memberId), staleTime: 0 }),
      cache.invalidateQueries({ queryKey: pagesKey() }),
    ]).catch(() => undefined)

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      showFailure(error)
      void reload()
      return false
    }
  }

  const restore = (id: string) =>
    attempt(async () => {
      await call(notifications.restore, { id })
      await reload()
    })

  async function remove({ id, title }: Notification) {
    if (!(await attempt(() => call(notifications.remove, { id })))) return
    showToast({
      message: m.notification_deleted({ title }),
      action: { label: m.action_undo(), onClick: () => void restore(id) },
    })
  }

  return {
    read(notification) {
      const { id, read } = notification
      if (read) return
      removeFromBell(cache, memberId, id)
      changePages(cache, (list) => list.map((one) => (one.id === id ? asRead(one) : one)))
      void attempt(() => call(notifications.markRead, { receiverId: memberId, id, read: true as const }))
    },
    readAll() {
      cache.setQueryData(bellQuery(memberId).queryKey, { count: 0, newest: [] })
      changePages(cache, (list) => list.map(asRead))
      void attempt(() => call(notifications.markRead, { receiverId: memberId, read: true as const }))
    },
    remove(notification) {
      const { id, read } = notification
      if (!read) removeFromBell(cache, memberId, id)
      changePages(cache, (list) => list.filter((one) => one.id !== id))
      void remove(notification)
    },
  }
}

const asRead = (one: Notification): Notification =>
  one.read ? one : { ...one, read: true, readDate: new Date().toISOString() }

function removeFromBell(cache: QueryClient, memberId: string, id: string): void {
  cache.setQueryData(
    bellQuery(memberId).queryKey,
    (bell) =>
      bell && {
        // A count above the cap is not exact, so it cannot be decremented.
        count: bell.count > MOST_COUNTED ? bell.count : Math.max(0, bell.count - 1),
        newest: bell.newest.filter((one) => one.id !== id),
      },
  )
}

function changePages(cache: QueryClient, change: (list: Notification[]) => Notification[]): void {
  cache.setQueriesData<InfiniteData<NotificationPage>>(
    { queryKey: pagesKey() },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, notifications: change(page.notifications) })) },
  )
}
