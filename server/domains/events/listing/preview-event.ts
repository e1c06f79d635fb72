import { coverSizes, pictureSources } from '#contract/events/picture.ts'
import { textIn, textsIn } from '#contract/local-text.ts'
import { Id, type Language } from '#contract/values.ts'
import { whenWords } from '#contract/when-words.ts'
import type { Db } from '#server/database/db.ts'
import { nobody } from '#server/http/actor.ts'
import type { Preview, PreviewOf } from '#server/http/pages/page-preview.ts'
import { wallClock } from '#server/database/local-time.ts'
import { kindIn } from '../event-texts.ts'
import { firstWords, plainText } from '../text-of-markdown.ts'
import { readChoices, type Choices } from '../registration/choices.ts'
import { isForMembersOnly } from '../registration/eligibility-rules.ts'
import { ttlCache } from '#server/http/ttl-cache.ts'
import * as m from '#words/messages.js'
import { notSoldOut } from './present.ts'
import { pagePath } from './show-event.ts'
import { selectOptionalClubKey, selectOptionalShown, type ShownEvent } from './show-queries.ts'

interface PreviewServices {
  readonly db: Db
  readonly publicUrl: string
  readonly productKey: string
}

/** Seconds for which a changed or removed event is still previewed as before. */
const SECONDS = 20

/**
 * Link previews of events' pages. Null for every other path, and for events that are closed, not public yet or for
 * members only, so that a preview does not reveal them.
 */
export function eventPreviews(services: PreviewServices): PreviewOf {
  const inLanguage = (language: Language) =>
    ttlCache((eventId) => previewOf(services, eventId, language), { seconds: SECONDS, most: 500 })
  const read = { da: inLanguage('da'), en: inLanguage('en') }
  return async (path, language) => {
    const { eventId, orgKey } = /^\/(?<orgKey>[^/]{1,60})\/events\/(?<eventId>[\w-]{36})(?:\/register)?\/?$/.exec(path)
      ?.groups ??
      /^\/event-(?<eventId>[\w-]{36})-(?:detail|register)\/?$/.exec(path)?.groups ?? { eventId: '', orgKey: '' }
    const id = Id.safeParse(eventId)
    if (!id.success) return null
    const found = await read[language](id.data)
    if (!found || !(orgKey === undefined || isKey(orgKey, found.orgKey))) return null
    const { preview } = found
    if (!/register\/?$/.test(path)) return preview
    // Only the event's own page shows its picture and text.
    const { words: _, ...rest } = preview
    return { ...rest, image: rest.image && { ...rest.image, shown: null } }
  }
}

function isKey(inPath: string, key: string): boolean {
  try {
    return decodeURIComponent(inPath).toUpperCase() === key.toUpperCase()
  } catch {
    return false
  }
}

async function previewOf(services: PreviewServices, eventId: string, language: Language) {
  const { db, publicUrl, productKey } = services
  const event = await selectOptionalShown(db, eventId)
  if (!event?.isPublic || isForMembersOnly(event)) return null
  const choices = (await readChoices(db, nobody(language), [], [eventId])).get(eventId)
  if (!choices) return null
  const url = publicUrl + pagePath(event)
  const { picture } = event
  const { title, place, text, danish } = textsIn(
    { title: event.title, place: event.place, text: event.description },
    language,
  )
  const sources = picture && pictureSources(productKey, eventId, picture)
  const image =
    picture && sources
      ? {
          url: publicUrl + sources.src,
          width: picture.width,
          height: picture.height,
          alt: textIn(picture.alt, language),
          shown: { srcset: sources.srcSet, sizes: coverSizes },
        }
      : null
  const description = firstWords(text, 200) || [kindIn(event.kind, language), place].filter(Boolean).join(' · ')
  const preview: Preview = {
    language,
    title,
    site: event.orgName,
    description,
    url,
    image,
    words: wordsOf({ ...event, title, place }, { text, danish }, language),
    data: structuredData({ ...event, title, place }, choices, { url, description, image: image?.url }),
  }
  return { orgKey: event.orgKey, preview }
}

type Worded = Omit<ShownEvent, 'title' | 'place'> & { readonly title: string; readonly place: string }

/** When and where an event is and what its club says about it, worded as on its page. */
function wordsOf(event: Worded, { text, danish = [] }: { text: string; danish?: string[] }, locale: Language) {
  const { startsAt, endsAt, timeZone, orgName, kind, place, address } = event
  const when = whenWords({ startDate: startsAt.toISOString(), endDate: endsAt.toISOString(), timeZone }, locale)
  const where = [...new Set([place, address])].filter(Boolean)
  return {
    above: [orgName, kindIn(kind, locale)].filter(Boolean).join(' · '),
    facts: {
      title: m.event_when_where({}, { locale }),
      all: [
        { name: m.event_time({}, { locale }), lines: [when] },
        ...(where.length > 0 ? [{ name: m.event_place({}, { locale }), lines: where }] : []),
      ],
    },
    about: { title: m.event_about({}, { locale }), text: plainText(text) },
    danish: { title: danish.includes('title'), text: danish.includes('text') },
  }
}

/** The key of the club of an event that has a page; null if there is no such event. */
export const knownEvents = ({ db }: { readonly db: Db }): ((id: string) => Promise<string | null>) =>
  ttlCache((id) => selectOptionalClubKey(db, id), { seconds: SECONDS, most: 1000 })

/** The event as schema.org data. */
function structuredData(
  event: Worded,
  { categories, places }: Choices,
  { url, description, image }: { url: string; description: string; image: string | undefined },
) {
  const forAll = categories.filter(({ membersOnly }) => !membersOnly)
  const prices = notSoldOut(forAll.map((one) => ({ price: one.price.minor, left: one.places.left }))).map(
    ({ price }) => price,
  )
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description,
    url,
    startDate: withOffset(event.startsAt, event.timeZone),
    endDate: withOffset(event.endsAt, event.timeZone),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(image && { image: [image] }),
    location: { '@type': 'Place', name: event.place, ...(event.address && { address: event.address }) },
    organizer: { '@type': 'Organization', name: event.orgName },
    ...(prices.length > 0 && {
      offers: {
        '@type': 'Offer',
        url,
        price: (Math.min(...prices) / 100).toFixed(2),
        priceCurrency: categories[0]!.price.currency,
        availability: `https://schema.org/${places.left === 0 ? 'SoldOut' : 'InStock'}`,
      },
    }),
  }
}

/** Local time with its offset from UTC. */
function withOffset(moment: Date, timeZone: string): string {
  const { day, time } = wallClock(moment, timeZone)
  const minutes = Math.round((Date.parse(`${day}T${time}Z`) - moment.getTime()) / 60_000)
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
  const ahead = Math.abs(minutes)
  return `${day}T${time}:00${minutes < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`
}
