import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { create, type Font } from 'fontkit'

// Faces for what Figtree has no letters for. Each package holds a script in slices of WOFF2; a slice is unpacked when a document needs it.

const require = createRequire(import.meta.url)
const scripts = ['', '-hebrew', '-arabic', '-devanagari', '-tamil', '-thai', '-sc', '-kr']
const families = [...scripts.map((script) => `noto-sans${script}`), 'noto-emoji']

export interface Face {
  readonly file: string
  /** Some slices are of the thinnest weight: a line around each letter makes up for it. In parts of the type's size. */
  readonly outline: number
  readonly holds: (codePoint: number) => boolean
}

const thin = new Set(['noto-sans-hebrew', 'noto-sans-sc', 'noto-sans-kr'])

let faces: readonly Face[] | undefined
const facesOnce = () => (faces ??= families.flatMap(facesOf))

function facesOf(family: string): Face[] {
  const folder = path.dirname(require.resolve(`@fontsource-variable/${family}/package.json`))
  const slices = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(slices).map(([name, ranges]) => {
    const parsed = ranges.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
    })
    return {
      file: path.join(folder, 'files', `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
      outline: thin.has(family) ? 0.045 : 0,
      holds: (codePoint) => parsed.some(([from, to]) => codePoint >= from && codePoint <= to),
    }
  })
}

/** Characters that are not drawn: joiners, selectors, marks of direction. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u200c\u200d]/u
const isEmoji = /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}/u
const loaded = new Map<string, Font>()

/** The face that has all of a letter with its accents, or of an emoji with its parts; null for none. */
export function faceOf(letter: string): Face | null {
  const codePoints = Array.from(letter).flatMap((one) => (unseen.test(one) ? [] : [one.codePointAt(0)!]))
  // The ranges of a slice name more than some of them have, which shows once it is loaded.
  const has = ({ holds, file }: Face) =>
    codePoints.every((one) => holds(one) && (loaded.get(file)?.hasGlyphForCodePoint(one) ?? true))
  const all = facesOnce()
  return (isEmoji.test(letter) && all.findLast(has)) || (all.find(has) ?? null)
}

export const loadedFont = ({ file }: Face): Font | undefined => loaded.get(file)

/**
 * fontkit caches a glyph with the code points it was first requested for, and requests parts of composite glyphs (the ring of å) with none.
 * Requesting every glyph by its own code point first keeps text searchable in later documents.
 */
export function searchable(font: Font): Font {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
  return font
}

/** Unpacks faces, each once. */
export async function loadFaces(wanted: Iterable<Face>): Promise<void> {
  const { default: unpack } = await import('wawoff2/decompress.js')
  for (const { file } of wanted) {
    if (loaded.has(file)) continue
    // A copy of its own: the font is read where the unpacked bytes begin.
    loaded.set(file, searchable(create(Uint8Array.from(await unpack(await readFile(file))))))
  }
}
