import c from './initials.module.css'

interface InitialsProps {
  readonly name: string
  /** Pixels. */
  readonly size?: number
  readonly light?: boolean
}

/** A person's first letters in a circle, beside the name: nothing for a screen reader. */
export const Initials = ({ name, size = 36, light = false }: InitialsProps) => (
  <span
    className={c.initials}
    data-light={light || undefined}
    style={{ width: size, height: size, fontSize: size * 0.37 }}
    aria-hidden
  >
    {initialsOf(name)}
  </span>
)

/** First letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return `${first?.charAt(0) ?? ''}${last?.charAt(0) ?? ''}`.toUpperCase()
}
