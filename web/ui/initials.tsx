import { Avatar } from '@mantine/core'
import { toneShades, useHue } from './tones.ts'

interface InitialsProps {
  readonly name: string
  /** Pixels, or a CSS length. */
  readonly size?: number | string
  readonly light?: boolean
  /** URL of a photo, shown instead of the initials. */
  readonly image?: string | null | undefined
}

/** A photo or initials in a circle of the person's colour. Decorative, because the name is beside it. */
export function Initials({ name, size = 36, light = false, image = null }: InitialsProps) {
  const hue = useHue(name)
  const shade = (of: 'back' | 'ink') => {
    const css = ([lightness, chroma]: readonly [number, number]) => `oklch(${lightness} ${chroma} ${hue})`
    const { soft, full } = toneShades
    return light ? `light-dark(${css(soft.light[of])}, ${css(soft.dark[of])})` : css(full[of])
  }
  return (
    <Avatar
      src={image}
      alt=""
      size={size}
      styles={{ placeholder: { color: shade('ink'), background: shade('back') } }}
      aria-hidden
    >
      {initialsOf(name)}
    </Avatar>
  )
}

/** First letters of the first and last word of a name; words without letters are skipped. */
export const initialsOf = (name: string): string =>
  (name.match(/\p{L}\S*/gu) ?? [name])
    .filter((_, at, words) => at === 0 || at === words.length - 1)
    .map(([letter]) => letter)
    .join('')
    .toUpperCase()
