import bidiFactory from 'bidi-js'
import type { Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { type Face, faceOf, loadedFont } from './faces.ts'

type TextOptions = PDFKit.Mixins.TextOptions & { readonly lineWidth?: number; readonly textWidth?: number }

/** Parts of pdfkit that its types leave out: the font in use, and the drawing of one line. */
interface Inside {
  _font: { readonly font: Font; readonly ascender: number; layoutCache: object }
  readonly _fontSize: number
  readonly _fillColor: readonly [PDFKit.Mixins.ColorValue, number] | null
  _fragment(text: string, x: number, y: number, options: TextOptions): void
}
const inside = PDFDocument.prototype as unknown as Inside

/** A part of a line in one face and one direction. */
interface Piece {
  readonly text: string
  readonly face: Face | null
  readonly level: number
}

// Its types name the module, and Node gives the function.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** How words are laid out in a font: most of a document's words are those of the last one. */
let layouts = new WeakMap<Font, object>()
/** Documents that share them, so that names do not fill the memory. */
const SHARING = 500
let documents = 0

const characters = new WeakMap<Font, ReadonlySet<number>>()

/** Whether a font has every letter of a text, so that pdfkit draws it alone. */
function isWithin(font: Font, text: string): boolean {
  const set = characters.get(font) ?? new Set(font.characterSet)
  characters.set(font, set)
  for (const one of text) {
    const codePoint = one.codePointAt(0)!
    if (codePoint >= 0x20 && !set.has(codePoint)) return false
  }
  return true
}

/** A document whose lines hold every script: each word in a face that has its letters, right to left where it is read so. */
export class ManyScripts extends PDFDocument {
  /** Faces that were needed and not loaded. */
  readonly missing = new Set<Face>()
  boldFont: Font | null = null

  /** The role of the next text for a screen reader. */
  next: 'H1' | 'P' = 'P'
  #read: PDFKit.PDFStructureElement | null = null

  constructor(options: PDFKit.PDFDocumentOptions) {
    super(options)
    if (++documents % SHARING === 0) layouts = new WeakMap()
  }

  override font(...chosen: [string]): this {
    super.font(...chosen)
    const { _font: font } = this.#inside
    const layout = layouts.get(font.font) ?? Object.create(null)
    layouts.set(font.font, layout)
    font.layoutCache = layout
    return this
  }

  /** Draws a text as one part of the structure, in the order of drawing. */
  override text(text: string, x?: number | TextOptions, y?: number, options?: TextOptions): this {
    const tag = this.next
    this.next = 'P'
    return this.#part(this.struct(tag, {}, () => super.text(text, x as number, y, options)))
  }

  /** Draws a picture that says something. @param alt what it says */
  figure(alt: string, draw: () => void): this {
    return this.#part(this.struct('Figure', { alt }, draw))
  }

  /** Draws what says nothing, such as a line: a screen reader passes over it. */
  decoration(draw: () => void): this {
    this.markContent('Artifact', { type: 'Layout' })
    draw()
    return this.endMarkedContent()
  }

  #part(part: PDFKit.PDFStructureElement): this {
    if (!this.#read) this.addStructure((this.#read = this.struct('Document')))
    this.#read.add(part)
    return this
  }

  override widthOfString(text: string, options?: TextOptions): number {
    if (isWithin(this.#inside._font.font, text)) return super.widthOfString(text, options)
    return this.#pieces(text).reduce(
      (sum, piece) => sum + this.#in(piece, () => super.widthOfString(piece.text, options)),
      0,
    )
  }

  /** Called by pdfkit with each line. */
  _fragment(text: string, x: number, y: number, options: TextOptions): void {
    if (isWithin(this.#inside._font.font, text)) return inside._fragment.call(this, text, x, y, options)
    const { align, width, lineWidth = 0, textWidth = 0, ...rest } = options
    const before = !width
      ? 0
      : align === 'right'
        ? lineWidth - this.widthOfString(text.trimEnd(), rest)
        : align === 'center'
          ? (lineWidth - textWidth) / 2
          : 0
    let at = x + before
    const { ascender } = this.#inside._font
    for (const piece of inOrder(this.#pieces(text))) {
      at += this.#in(piece, () => {
        const { _font: font, _fontSize: size, _fillColor: fill } = this.#inside
        const outline = piece.face ? piece.face.outline + (this.#isBold ? 0.03 : 0) : 0
        if (outline > 0)
          this.strokeColor(...(fill ?? (['black', 1] as const)))
            .lineWidth(outline * size)
            .lineJoin('round')
        // On the line of the other faces.
        const down = ((ascender - font.ascender) * size) / 1000
        inside._fragment.call(this, piece.text, at, y + down, {
          ...rest,
          ...(outline > 0 && { fill: true, stroke: true }),
        })
        return super.widthOfString(piece.text, rest)
      })
    }
  }

  get #inside(): Inside {
    return this as unknown as Inside
  }

  #isBold = false

  /** Does something in the face of a piece. */
  #in(piece: Piece, work: () => number): number {
    const font = piece.face && loadedFont(piece.face)
    if (!font) return work()
    const before = this.#inside._font
    this.#isBold = before.font === this.boldFont
    this.registerFont(piece.face.file, font).font(piece.face.file)
    try {
      return work()
    } finally {
      this.#inside._font = before
    }
  }

  #pieces(typed: string): Piece[] {
    const text = withTonesAbove(typed)
    const own = this.#inside._font.font
    const levels = rightToLeft.test(text) ? levelsOf(text) : null
    const pieces: Piece[] = []
    for (const { 0: word, index } of text.matchAll(/\s+|\S+/g)) {
      const isOwn = isWithin(own, word)
      let joins = false
      for (const { segment, index: within } of letters.segment(word)) {
        const face = isOwn ? null : faceOf(segment)
        if (face && !loadedFont(face)) this.missing.add(face)
        const level = levels?.[index + within] ?? 0
        const last = pieces.at(-1)
        if (joins && last?.face === face && last.level === level)
          pieces[pieces.length - 1] = { ...last, text: last.text + segment }
        else pieces.push({ text: segment, face, level })
        joins = true
      }
    }
    return pieces.map((piece) => (piece.level % 2 === 1 ? mirrored(piece) : piece))
  }
}

/** The ring of a Thai or Lao am stands under a tone sign that is written before it. Fontkit has no shaper for these scripts. */
const withTonesAbove = (text: string): string =>
  text.replace(/([\u0e48-\u0e4b]+)\u0e33/g, '\u0e4d$1\u0e32').replace(/([\u0ec8-\u0ecb]+)\u0eb3/g, '\u0ecd$1\u0eb2')

/** Text between dots is ordered by itself: a date is not drawn into a name that is read from the right. */
const levelsOf = (text: string): number[] =>
  text.split(/( · )/).flatMap((part) => [...bidi.getEmbeddingLevels(part, 'ltr').levels])

/** Brackets face the other way. Letters are turned by the font, signs alone are not. */
function mirrored({ text, ...piece }: Piece): Piece {
  const signs = Array.from(text, (one) => bidi.getMirroredCharacter(one) ?? one)
  return { ...piece, text: (rightToLeft.test(text) ? signs : signs.toReversed()).join('') }
}

/** From left to right: what is on a deeper level is turned first. */
function inOrder(pieces: Piece[]): Piece[] {
  const ordered = [...pieces]
  for (let level = Math.max(...pieces.map((one) => one.level)); level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if (ordered[from]!.level < level) continue
      let to = from
      while (to < ordered.length && ordered[to]!.level >= level) to++
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = to
    }
  }
  return ordered
}
