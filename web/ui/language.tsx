import {
  createContext,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { FormErrors } from '@mantine/form'
import type { ComponentType, ReactNode } from 'react'
import type { Locale } from '#words/runtime.js'

const Language = createContext<Locale>('en')

interface ProviderProps {
  readonly current: () => Locale
  /** @returns unsubscribe */
  readonly onChange: (listener: () => void) => () => void
  readonly children: ReactNode
}

/** The current language; re-renders when it changes. */
export const useLanguage = () => use(Language)

/** Re-renders the page in another language in a transition, which preserves state and input. */
export function LanguageProvider({ current, onChange, children }: ProviderProps) {
  const [language, setLanguage] = useState(current)
  useEffect(() => {
    const update = () => startTransition(() => setLanguage(current()))
    update()
    return onChange(update)
  }, [current, onChange])
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <Language value={language}>{children}</Language>
}

/** Wraps a component that its parent does not re-render, so that it follows language changes. */
export function inLanguage<P extends object>(Part: ComponentType<P>): (props: P) => ReactNode {
  function InLanguage(props: P) {
    useLanguage()
    return <Part {...props} />
  }
  // The router reads `preload` from a lazy component.
  return Object.assign(InLanguage, Part)
}

/** Calls back after a language change, to update text held in state. */
export function useOnLanguageChange(callback: () => void): void {
  const language = useLanguage()
  const lastLanguage = useRef(language)
  const onLanguageChange = useEffectEvent(callback)
  useEffect(() => {
    if (lastLanguage.current === language) return
    lastLanguage.current = language
    onLanguageChange()
  }, [language])
}

interface Form {
  readonly errors: FormErrors
  readonly setErrors: (errors: FormErrors) => void
}

/** Translates the field errors shown. Errors that only the server found keep their text. */
export function useErrorsInLanguage({ errors, setErrors }: Form, check: () => FormErrors): void {
  useOnLanguageChange(() => {
    const shown = Object.entries(errors)
    if (shown.length === 0) return
    const translated = check()
    setErrors(Object.fromEntries(shown.map(([field, words]) => [field, translated[field] ?? words])))
  })
}
