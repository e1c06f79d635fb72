import { type LocalText, textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'

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
