import type { Language } from '#contract/values.ts'
import type { MemberRow } from './queries.ts'

/**
 * The language in which the portal writes to somebody: the one they chose, else the one in which they last used it,
 * else that of their order or request, else Danish.
 */
export const languageOf = (
  member: Pick<MemberRow, 'language' | 'usedLanguage'> | null,
  otherwise?: Language | null,
): Language => member?.language ?? member?.usedLanguage ?? otherwise ?? 'da'
