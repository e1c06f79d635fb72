import type { Language } from '#contract/values.ts'
import { createStore } from 'zustand/vanilla'
import { isLocale, overwriteGetLocale } from '#words/runtime.js'

// The page reads it too, before anything is drawn.
const key = 'portal.language'

const chosen = localStorage.getItem(key)
const store = createStore<Language>(() => (isLocale(chosen) ? chosen : preferred()))

overwriteGetLocale(store.getState)

/** The first language of the browser that the portal speaks, else English. */
function preferred(): Language {
  const spoken = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])
  return spoken.find(isLocale) ?? 'en'
}

/** The language of the page: the reader's choice, else the browser's. */
export const currentLanguage = store.getState

/** Whether the reader chose a language in this browser. */
export const hasChosenLanguage = () => localStorage.getItem(key) !== null

/** Changes the language of everything on the page, without loading it again, and remembers it in this browser. */
export function chooseLanguage(language: Language) {
  localStorage.setItem(key, language)
  speak(language)
}

/** The same for a language that is not this browser's choice. */
export const speak = (language: Language) => store.setState(language)

export const onLanguageChange = store.subscribe
