import { create } from 'zustand'

/** Hues far enough apart to be distinguished. */
const HUES = [225, 30, 150, 300, 85, 260, 345, 190, 55, 120]

/** Lightness and chroma of a tone in OKLCH; its hue is the person's. Every pair passes WCAG 2.2 AA. */
export const toneShades = {
  soft: { light: { back: [0.92, 0.055], ink: [0.38, 0.1] }, dark: { back: [0.33, 0.06], ink: [0.91, 0.06] } },
  full: { back: [0.48, 0.1], ink: [1, 0] },
} as const

/** The tone of a name: the same everywhere and at every visit. */
function hueOf(name: string): number {
  let hash = 0
  for (const letter of plain(name)) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0
  return hash % HUES.length
}

const plain = (name: string) => name.trim().toLocaleLowerCase('da')

/** Tones of a family: all differ, as far as there are enough. Whoever stands first keeps their name's. */
export function familyTones(names: readonly string[]): ReadonlyMap<string, number> {
  const tones = new Map<string, number>()
  const used = new Set<number>()
  for (const name of new Set(names.map(plain))) {
    if (used.size === HUES.length) used.clear()
    let tone = hueOf(name)
    while (used.has(tone)) tone = (tone + 3) % HUES.length
    tones.set(name, tone)
    used.add(tone)
  }
  return tones
}

const useFamilyTones = create<ReadonlyMap<string, number>>(() => new Map())

/** The reader's family, in an order that stays. */
export const setFamily = (names: readonly string[]): void => useFamilyTones.setState(familyTones(names), true)

/** The hue of a person, in degrees. */
export function useHue(name: string): number {
  const tone = useFamilyTones((tones) => tones.get(plain(name)))
  return HUES[tone ?? hueOf(name)]!
}
