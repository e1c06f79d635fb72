import type { Language } from './values.ts'

/** A club's text in Danish and, if it wrote one, in English. */
export interface LocalText {
  readonly da: string
  readonly en?: string
}

export const textIn = ({ da, en }: LocalText, language: Language): string => (language === 'en' ? (en ?? da) : da)
