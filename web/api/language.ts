import type { Language } from '#contract/values.ts'
import { getLocale, localStorageKey, setLocale } from '#words/runtime.js'

const listeners = new Set<() => void>()

/** The language of the page: the reader's choice, else the browser's; what is not Danish is English. */
export const currentLanguage = (): Language => getLocale()

/** Whether the reader chose a language in this browser. */
export const hasChosenLanguage = () => localStorage.getItem(localStorageKey) !== null

/** Changes the language of everything on the page at once, without loading it again. */
export function chooseLanguage(language: Language) {
  void setLocale(language, { reload: false })
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

export function onLanguageChange(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
