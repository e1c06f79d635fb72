import type { Bell, Notification } from '#contract/notifications/notifications.ts'

export interface Arrived {
  /** Newest first. */
  readonly fresh: readonly Notification[]
  /** More arrived than the bell lists, so `fresh` is incomplete. */
  readonly more: boolean
}

/** Finds notifications that were not in the previous bell. An older one that moves up into the list is not new. */
export function createArrivals(): (bell: Bell) => Arrived {
  let known: Set<string> | null = null
  /** Ids sort by time. Up to this one, notifications existed before without being listed. */
  let floor = ''

  return ({ count, newest }) => {
    const before = known
    const fresh = before ? newest.filter(({ id }) => !before.has(id) && id > floor) : []
    known = new Set([...(before ?? []), ...newest.map(({ id }) => id)])
    floor = count > newest.length ? (newest.at(-1)?.id ?? '') : ''
    return { fresh, more: fresh.length > 0 && fresh.length === newest.length && count > fresh.length }
  }
}
