import type { Language } from './values.ts'

/** What a club writes: in Danish, and in English where it did that, too. */
export interface LocalText {
  readonly da: string
  readonly en?: string
}

export const textIn = ({ da, en }: LocalText, language: Language): string => (language === 'en' ? (en ?? da) : da)
