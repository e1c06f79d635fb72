import { useQuery } from '@tanstack/react-query'
import { type Member, members } from '#contract/members.ts'
import type { EventFacts } from '#contract/event-answers.ts'
import { pictureSources } from '#contract/event-picture.ts'
import { pathOf } from '#contract/endpoint.ts'
import { events } from '#contract/events.ts'
import { call } from './client.ts'
import { queryKeys } from './query-keys.ts'
import { config } from './config.ts'
import { currentLanguage } from './language.ts'

/**
 * The address of a member's picture for this page; null without one, and until it is here. It is fetched with the token,
 * once for each version: `profileImage` changes with the picture.
 */
export function useMemberImage({ id, profileImage }: Pick<Member, 'id' | 'profileImage'>): string | null {
  const { data } = useQuery({
    queryKey: [...queryKeys.images, id, profileImage],
    queryFn: async ({ signal }) => (await call(members.image, { memberId: id }, { signal })).blob,
    enabled: profileImage !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data && profileImage !== null ? addressOf(data) : null
}

/** Where an event's picture lies, with its size, so that nothing moves when it comes; null: it has none. */
export function pictureOf({ id, picture }: Pick<EventFacts, 'id' | 'picture'>) {
  if (!picture) return null
  const { width, height } = picture
  return { ...pictureSources(config.productKey, id, picture), width, height }
}

/** Where an event lies as a calendar entry, which anybody may have. */
export const calendarFileOf = (eventId: string): string =>
  `${pathOf(events.calendar.path, config.productKey, { eventId })}?language=${currentLanguage()}`

/** An address is made once for each file, and lasts as long as the page. */
const addresses = new WeakMap<Blob, string>()

/** The address of a file's bytes for this page. */
export function addressOf(blob: Blob): string {
  const known = addresses.get(blob)
  if (known) return known
  const made = URL.createObjectURL(blob)
  addresses.set(blob, made)
  return made
}
