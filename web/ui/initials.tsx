import { useState } from 'react'
import c from './initials.module.css'

interface InitialsProps {
  readonly name: string
  /** Pixels. */
  readonly size?: number
  readonly light?: boolean
  /** Address of the person's picture, which stands in their place. */
  readonly image?: string | null | undefined
}

/** A person's picture, or their first letters, in a circle beside the name: nothing for a screen reader. */
export function Initials({ name, size = 36, light = false, image = null }: InitialsProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      className={c.initials}
      data-light={light || undefined}
      style={{ width: size, height: size, fontSize: size * 0.37 }}
      aria-hidden
    >
      {image && image !== broken ? (
        <img src={image} alt="" className={c.image} onError={() => setBroken(image)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

/** First letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const letter = (word = '') => String.fromCodePoint(...(word === '' ? [] : [word.codePointAt(0)!]))
  return (letter(first) + letter(last)).toUpperCase()
}
