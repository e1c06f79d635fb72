import { Avatar } from '@mantine/core'

interface InitialsProps {
  readonly name: string
  /** Pixels, or a CSS length. */
  readonly size?: number | string
  readonly light?: boolean
  /** URL of a photo, shown instead of the initials. */
  readonly image?: string | null | undefined
}

/** A photo or initials in a circle. Decorative, because the name is beside it. */
export const Initials = ({ name, size = 36, light = false, image = null }: InitialsProps) => (
  <Avatar src={image} alt="" size={size} color="fjord" variant={light ? 'light' : 'filled'} aria-hidden>
    {initialsOf(name)}
  </Avatar>
)

/** First letters of the first and last word of a name; words without letters are skipped. */
export const initialsOf = (name: string): string =>
  (name.match(/\p{L}\S*/gu) ?? [name])
    .filter((_, at, words) => at === 0 || at === words.length - 1)
    .map(([letter]) => letter)
    .join('')
    .toUpperCase()
