import { eventKinds, isEventKind } from '#contract/event-kinds.ts'
import type { Language } from '#contract/values.ts'
import * as m from '#words/messages.js'

/** A kind of event in a language; what a club made up itself stays as typed. */
export const kindIn = (kind: string, locale: Language): string =>
  isEventKind(kind) ? m[`event_kind_${eventKinds[kind]}`]({}, { locale }) : kind
