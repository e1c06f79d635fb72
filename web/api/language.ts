import type { Language } from '#contract/values.ts'
import { createStore } from 'zustand/vanilla'
import { isLocale, overwriteGetLocale } from '#words/runtime.js'

// Also read by the inline script in `web/index.html`.
const key = 'portal.language'

const chosen = localStorage.getItem(key)
const store = createStore<Language>(() => (isLocale(chosen) ? chosen : preferred()))

overwriteGetLocale(store.getState)

function preferred(): Language {
  const spoken = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])
  return spoken.find(isLocale) ?? 'en'
}

/** The user's choice, otherwise the browser's language. */
export const currentLanguage = store.getState

export const hasChosenLanguage = () => localStorage.getItem(key) !== null

/** Changes and saves the language, without a reload. */
export function chooseLanguage(language: Language) {
  localStorage.setItem(key, language)
  setLanguage(language)
}

/** Changes the language without saving it. */
export const setLanguage = (language: Language) => store.setState(language)

export const onLanguageChange = store.subscribe
