import { eventKinds, isEventKind } from '#contract/events/kinds.ts'
import { type LocalText, textIn, textsIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import * as m from '#words/messages.js'

interface Row {
  readonly titleTexts: LocalText
  readonly descriptionTexts: LocalText
  readonly placeTexts: LocalText
}

/** A row of an event with its texts in one language; Danish where there is none. */
export const inLanguage = <E extends Row>(event: E, language: Language) => ({
  ...event,
  title: textIn(event.titleTexts, language),
  description: textIn(event.descriptionTexts, language),
  place: textIn(event.placeTexts, language),
})

export const priceIn = (
  { category, phase }: { readonly category: LocalText; readonly phase: LocalText | null },
  language: Language,
) => {
  const texts = textsIn({ category, phase: phase ?? { da: '' } }, language)
  return { ...texts, phase: phase && texts.phase }
}

/** A kind of event in a language; what a club made up itself stays as typed. */
export const kindIn = (kind: string, locale: Language): string =>
  isEventKind(kind) ? m[`event_kind_${eventKinds[kind]}`]({}, { locale }) : kind
