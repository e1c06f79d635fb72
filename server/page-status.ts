import { Id } from '#contract/values.ts'

/**
 * The error pages, each with its own status where that harms nobody: a 5xx that anyone may call up would raise alarms and take
 * servers out of their balancer.
 */
const errorPages: Readonly<Record<string, number>> = { 400: 400, 403: 403, 404: 404, 500: 200, 503: 200 }

/** What a part of an address has to be; any other may be anything. */
const isPossible: Readonly<Record<string, (text: string) => boolean>> = {
  id: (text) => Id.safeParse(text).success,
  eveEntryId: (text) => Id.safeParse(text).success,
  status: (text) => Object.hasOwn(errorPages, text),
}

/** The pages that show an event. */
const ofEvent = new Set([
  '/event-{id}-detail',
  '/event-{id}-register',
  '/{orgKey}/events/{id}',
  '/{orgKey}/events/{id}/register',
])

interface Known {
  readonly isClub: (keyOrId: string) => Promise<boolean>
  /** The key of the club whose event it is; null where there is none. */
  readonly clubOfEvent: (id: string) => Promise<string | null>
}

/**
 * The status of the page at an address: 404 where its parts cannot name anything, and where they name a club or an event that
 * there is not. Whether a member has the membership or the ticket of an address is theirs to know, and the page's to say.
 */
export function pageStatus({ isClub, clubOfEvent }: Known) {
  return async (pattern: string, parts: Readonly<Record<string, string>>): Promise<number> => {
    if (!Object.entries(parts).every(([name, text]) => isPossible[name]?.(text) ?? true)) return 404
    const { status, orgKey, id } = parts
    if (status) return errorPages[status]!
    if (id && ofEvent.has(pattern)) {
      const key = await clubOfEvent(id)
      return key !== null && key === (orgKey?.toUpperCase() ?? key) ? 200 : 404
    }
    const club = orgKey ?? (pattern === '/organizations-{id}-details' ? id : undefined)
    return club === undefined || (await isClub(club)) ? 200 : 404
  }
}
