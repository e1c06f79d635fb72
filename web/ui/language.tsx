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

const Language = createContext('')

interface ProviderProps {
  readonly current: () => string
  /** @returns what ends the listening */
  readonly onChange: (listener: () => void) => () => void
  readonly children: ReactNode
}

/** The language in which a component is drawn: whoever asks is drawn anew in another one. */
export const useLanguage = () => use(Language)

/** Draws the page in another language in slices, and keeps all that is typed, open and said on it. */
export function LanguageProvider({ current, onChange, children }: ProviderProps) {
  const [language, setLanguage] = useState(current)
  useEffect(() => {
    const follow = () => startTransition(() => setLanguage(current()))
    follow()
    return onChange(follow)
  }, [current, onChange])
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <Language value={language}>{children}</Language>
}

/** A component that its parent does not draw anew: it hears of another language by itself. */
export function inLanguage<P extends object>(Part: ComponentType<P>): (props: P) => ReactNode {
  function InLanguage(props: P) {
    useLanguage()
    return <Part {...props} />
  }
  // A route asks its component for its code.
  return Object.assign(InLanguage, Part)
}

/** Says anew what a component keeps in words, once it is drawn in another language. */
export function useOnLanguageChange(sayAnew: () => void): void {
  const language = useLanguage()
  const said = useRef(language)
  const onOther = useEffectEvent(sayAnew)
  useEffect(() => {
    if (said.current === language) return
    said.current = language
    onOther()
  }, [language])
}

interface Form {
  readonly errors: FormErrors
  readonly setErrors: (errors: FormErrors) => void
}

/** What is shown as wrong stays in another language, in its words; what only the server found wrong, in the server's. */
export function useErrorsInLanguage({ errors, setErrors }: Form, check: () => FormErrors): void {
  useOnLanguageChange(() => {
    const shown = Object.entries(errors)
    if (shown.length === 0) return
    const anew = check()
    setErrors(Object.fromEntries(shown.map(([field, words]) => [field, anew[field] ?? words])))
  })
}
