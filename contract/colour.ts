/** WCAG 2.2 AA for text. */
const ENOUGH = 4.5

/** The contrast of two colours (`#rrggbb`), 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The shade of a colour in which white text can be read on it, and it on white: the colour itself where that holds, else
 * the same hue, just dark enough.
 */
export function readableShade(colour: string): string {
  if (contrast(colour, '#ffffff') >= ENOUGH) return colour
  const [lightness, chroma, hue] = toOklch(colour)
  // Steps too small to see.
  for (let dark = lightness; dark > 0; dark -= 0.01) {
    const shade = oklch(dark, chroma, hue)
    if (contrast(shade, '#ffffff') >= ENOUGH) return shade
  }
  return '#000000'
}

/** A darker shade of the same hue, for the other end of a gradient. */
export function deeper(colour: string): string {
  const [lightness, chroma, hue] = toOklch(colour)
  return oklch(lightness * 0.72, chroma * 0.85, hue)
}

/** A colour of OKLCH as `#rrggbb`. @param hue degrees */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return `#${linear.map(hexOf).join('')}`
}

function toOklch(colour: string): [lightness: number, chroma: number, hue: number] {
  const [red, green, blue] = linearParts(colour)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI]
}

function luminance(colour: string): number {
  const [red, green, blue] = linearParts(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linearParts = (colour: string) =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]

function hexOf(linear: number): string {
  const part = Math.min(1, Math.max(0, linear))
  const shown = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
  return Math.round(shown * 255)
    .toString(16)
    .padStart(2, '0')
}
