import { type EventKind, eventKinds, isEventKind } from '#contract/events/kinds.ts'
import { m } from '#words/messages.js'
import { getLocale, locales } from '#words/runtime.js'

type Words = (inputs?: object, options?: { locale?: 'da' | 'en' }) => string

const words: Record<EventKind, Words> = {
  Fest: m.event_kind_party,
  Kursus: m.event_kind_course,
  Lejr: m.event_kind_camp,
  Kamp: m.event_kind_match,
  Generalforsamling: m.event_kind_assembly,
  'Åbent hus': m.event_kind_open_house,
  Tur: m.event_kind_trip,
  Træning: m.event_kind_training,
  Prøve: m.event_kind_rehearsal,
  Stævne: m.event_kind_tournament,
  Holdkamp: m.event_kind_team_match,
  Regatta: m.event_kind_regatta,
  Koncert: m.event_kind_concert,
  Foredrag: m.event_kind_talk,
  Møde: m.event_kind_meeting,
  Arbejdsdag: m.event_kind_work_day,
  Weekend: m.event_kind_weekend,
  Børn: m.event_kind_children,
}

/** A kind of event in the reader's language; what a club made up itself stays as typed. */
export const kindWords = (kind: string): string => (isEventKind(kind) ? words[kind]() : kind)

/** The kind that is stored for what somebody typed: a known one may be typed in either language. */
export const kindOf = (typed: string): string =>
  (Object.keys(eventKinds) as EventKind[]).find((kind) =>
    locales.some((locale) => words[kind]({}, { locale }).toLowerCase() === typed.trim().toLowerCase()),
  ) ?? typed.trim()

/** The portal's suggestions, in the reader's language. */
export const suggestedKinds = (): string[] => (Object.keys(eventKinds) as EventKind[]).map(kindWords)

/** A club's own kinds are Danish. */
export const langOfKind = (kind: string): 'da' | undefined =>
  isEventKind(kind) || getLocale() === 'da' ? undefined : 'da'

export const Kind = ({ kind }: { kind: string }) => <span lang={langOfKind(kind)}>{kindWords(kind)}</span>
