/** The dark colour of a club's cover, for white text on it: `oklch(0.4 0.09 hue)` as `#rrggbb`. */
export function clubColour(hue: number, lightness = 0.4): string {
  const chroma = 0.085
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map((part) => hexOf(part)).join('')}`
}

function hexOf(linear: number): string {
  const part = Math.min(1, Math.max(0, linear))
  const shown = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
  return Math.round(shown * 255)
    .toString(16)
    .padStart(2, '0')
}
