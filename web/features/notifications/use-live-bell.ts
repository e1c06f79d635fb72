import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  notifications,
  type Bell,
  type Notification,
  type NotificationType,
} from '#contract/notifications/notifications.ts'
import { call, clientOptions } from '#web/api/client.ts'
import { createEventStream } from '#web/api/event-stream.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { type Arrived, createArrivals, startNotificationStream } from './notification-stream.ts'
import { bellQuery, pagesKey } from './queries.ts'

/** Queries to invalidate when a notification of a type arrives. */
const affectedQueries: Record<NotificationType, readonly (keyof typeof queryKeys)[]> = {
  FAMILY_LINK_REQUEST: ['family', 'memberships', 'events', 'tickets'],
  MEMBERSHIP_RENEW: ['memberships', 'organisations'],
  // It may be an offer of a waiting list.
  ORDER_READY: ['orders', 'memberships', 'events'],
  PAYMENT_RECEIVED: ['orders', 'memberships', 'tickets'],
  // A membership may have been bought with the places.
  EVENT_REGISTRATION: ['events', 'tickets', 'orders', 'memberships'],
  // It may be a change that a club suggests.
  CONTACT_US: ['contact', 'members'],
  CONTACT_US_REPLY: ['contact'],
}
const everyType = Object.keys(affectedQueries) as NotificationType[]

function refresh(cache: QueryClient, types: readonly NotificationType[]): void {
  // A type that a newer server has added may affect anything.
  const known = types.every((type) => type in affectedQueries)
  for (const key of new Set((known ? types : everyType).flatMap((type) => affectedQueries[type])))
    void cache.invalidateQueries({ queryKey: queryKeys[key] })
}

interface LiveBell {
  /** Undefined until the first response. */
  readonly bell: Bell | undefined
  /** Number of arrivals; restarts the animation. */
  readonly rung: number
}

const readEvents = createEventStream(clientOptions)

/**
 * The current user's bell, kept up to date by the stream. New notifications invalidate the queries that they affect.
 */
export function useLiveBell(
  memberId: string,
  onArrival: (fresh: readonly Notification[], bell: Bell) => void,
): LiveBell {
  const cache = useQueryClient()
  const { data: bell } = useQuery(bellQuery(memberId))
  const [rung, setRung] = useState(0)

  const onBell = useEffectEvent((ofMember: string, next: Bell, { fresh, more }: Arrived) => {
    const { queryKey } = bellQuery(ofMember)
    const changed = !same(cache.getQueryData(queryKey), next)
    cache.setQueryData(queryKey, next)
    if (changed) void cache.invalidateQueries({ queryKey: pagesKey('all') })
    if (fresh.length === 0) return
    // The unread list still shows what was read until something new arrives.
    void cache.invalidateQueries({ queryKey: pagesKey('unread') })
    refresh(cache, more ? everyType : fresh.map(({ type }) => type))
    setRung((times) => times + 1)
    onArrival(fresh, next)
  })
  const onReturn = useEffectEvent(() => {
    refresh(cache, everyType)
    void cache.invalidateQueries({ queryKey: pagesKey() })
  })

  useEffect(() => {
    const arrivals = createArrivals()
    return startNotificationStream({
      onBell: (next) => onBell(memberId, next, arrivals(next)),
      onReturn,
      read: (signal) => call(notifications.bell, {}, { signal }),
      open: (stream) =>
        readEvents(
          notifications.stream,
          {},
          {
            signal: stream.signal,
            onComment: stream.onKeepAlive,
            onEvent: ({ event, data }) => {
              if (event === 'bell') stream.onBell(JSON.parse(data) as Bell)
            },
          },
        ),
    })
  }, [memberId])

  return { bell, rung }
}

const same = (one: Bell | undefined, other: Bell) =>
  one?.count === other.count && one.newest.every(({ id }, index) => id === other.newest[index]?.id)
