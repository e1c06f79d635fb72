import { ClubTextPurpose } from '#contract/organisations/texts.ts'
import { Id } from '#contract/values.ts'

/** The error pages, which answer what they show. */
const errorPages = new Set(['400', '403', '404', '500', '503'])

/** Checks of path parameters; others may be anything. */
const isPossible: Readonly<Record<string, (text: string) => boolean>> = {
  text: (text) => ClubTextPurpose.safeParse(text).success,
  id: (text) => Id.safeParse(text).success,
  eveEntryId: (text) => Id.safeParse(text).success,
  status: (text) => errorPages.has(text),
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
 * The status of a page: 404 for malformed parameters and for clubs or events that do not exist. Memberships and tickets are private, so
 * the page itself says when there is none.
 */
export function pageStatus({ isClub, clubOfEvent }: Known) {
  return async (pattern: string, parts: Readonly<Record<string, string>>): Promise<number> => {
    if (!Object.entries(parts).every(([name, text]) => isPossible[name]?.(text) ?? true)) return 404
    const { status, orgKey, id } = parts
    if (status) return Number(status)
    if (id && ofEvent.has(pattern)) {
      const key = await clubOfEvent(id)
      return key !== null && key === (orgKey?.toUpperCase() ?? key) ? 200 : 404
    }
    const club = orgKey ?? (pattern.startsWith('/organizations-{id}-details') ? id : undefined)
    return club === undefined || (await isClub(club)) ? 200 : 404
  }
}
