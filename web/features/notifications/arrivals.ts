import type { Bell, Notification } from '#contract/notifications.ts'

export interface Arrived {
  /** What was not there before, newest first. */
  readonly fresh: readonly Notification[]
  /** More came than the bell lists: of those nothing is known. */
  readonly more: boolean
}

/**
 * Tells what came new from one bell to the next. What the first one shows is no news. A bell lists the newest few: when one
 * of them is read, an older one moves up, which is no news either.
 */
export function createArrivals(): (bell: Bell) => Arrived {
  let known: Set<string> | null = null
  /** Ids begin with their moment: what lies below was there, unlisted. */
  let floor = ''

  return ({ count, newest }) => {
    const before = known
    const fresh = before ? newest.filter(({ id }) => !before.has(id) && id > floor) : []
    known = new Set([...(before ?? []), ...newest.map(({ id }) => id)])
    floor = count > newest.length ? (newest.at(-1)?.id ?? '') : ''
    return { fresh, more: fresh.length > 0 && fresh.length === newest.length && count > fresh.length }
  }
}
