import { converter, formatHex, wcagContrast } from 'culori'

/** WCAG 2.2 AA for text. */
const ENOUGH = 4.5

const toOklch = converter('oklch')

/** A colour of OKLCH as `#rrggbb`. @param h hue in degrees */
export const oklch = (l: number, c: number, h: number): string => formatHex({ mode: 'oklch', l, c, h })

/**
 * The shade of a colour in which white text can be read on it, and it on white: the colour itself where that holds, else
 * the same hue, just dark enough.
 */
export function readableShade(colour: string): string {
  if (wcagContrast(colour, '#ffffff') >= ENOUGH) return colour
  const { l, c, h = 0 } = toOklch(colour)!
  // Steps too small to see.
  for (let dark = l; dark > 0; dark -= 0.01) {
    const shade = oklch(dark, c, h)
    if (wcagContrast(shade, '#ffffff') >= ENOUGH) return shade
  }
  return '#000000'
}

/** A darker shade of the same hue, for the other end of a gradient. */
export function deeper(colour: string): string {
  const { l, c, h = 0 } = toOklch(colour)!
  return oklch(l * 0.72, c * 0.85, h)
}
