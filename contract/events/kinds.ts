/** The kinds of events that the portal suggests and has words for in both languages, by what is stored: the Danish word. */
export const eventKinds = {
  Fest: 'party',
  Kursus: 'course',
  Lejr: 'camp',
  Kamp: 'match',
  Generalforsamling: 'assembly',
  'Åbent hus': 'open_house',
  Tur: 'trip',
  Træning: 'training',
  Prøve: 'rehearsal',
  Stævne: 'tournament',
  Holdkamp: 'team_match',
  Regatta: 'regatta',
  Koncert: 'concert',
  Foredrag: 'talk',
  Møde: 'meeting',
  Arbejdsdag: 'work_day',
  Weekend: 'weekend',
  Børn: 'children',
} as const

export type EventKind = keyof typeof eventKinds

export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(eventKinds, kind)
