import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'
import type { Language } from '#contract/values.ts'
import { loadFaces, searchable } from './faces.ts'
import { ManyScripts } from './many-scripts.ts'

const folder = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/figtree/package.json')))

/** Loaded once, by the first document: loading a font takes longer than drawing. */
const fontsOnce = () =>
  (fonts ??= {
    regular: openFont('400Regular/Figtree_400Regular.ttf'),
    bold: openFont('700Bold/Figtree_700Bold.ttf'),
  })
let fonts: { regular: Font; bold: Font } | undefined

const openFont = (file: string): Font => searchable(openSync(path.join(folder, file)))

/** Shared by all documents: fonts, colours, and the margins of an A4 page in points. */
export const documentTheme = {
  regular: 'regular',
  bold: 'bold',
  ink: '#1a2329',
  dimmed: '#55646f',
  line: '#d0d9e0',
  left: 56,
  right: 539,
  bottom: 760,
}

export type Pdf = ManyScripts

interface Info {
  readonly title: string
  readonly author: string
  readonly locale: Language
}

/** Draws a PDF; again while it needs faces that no document needed before. @returns its bytes */
export async function drawDocument(info: Info, draw: (pdf: Pdf) => void): Promise<Uint8Array> {
  for (;;) {
    const { bytes, missing } = await drawOnce(info, draw)
    if (missing.size === 0) return bytes
    await loadFaces(missing)
  }
}

async function drawOnce({ title, author, locale }: Info, draw: (pdf: Pdf) => void) {
  // `font: ''` keeps pdfkit from loading a default font.
  const pdf = new ManyScripts({
    size: 'A4',
    margin: documentTheme.left,
    lang: locale,
    tagged: true,
    pdfVersion: '1.7',
    displayTitle: true,
    font: '',
    info: { Title: title, Author: author },
  })
  const { regular, bold } = fontsOnce()
  pdf.boldFont = bold
  pdf.registerFont(documentTheme.regular, regular).registerFont(documentTheme.bold, bold).font(documentTheme.regular)
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
  })
  draw(pdf)
  pdf.end()
  return { bytes: await ended, missing: pdf.missing }
}

/** A logo in a square with round corners, beside the name of its club. @param bytes PNG or JPEG */
export function drawLogo(pdf: Pdf, bytes: Uint8Array, [x, y]: readonly [x: number, y: number], side: number) {
  pdf.decoration(() => {
    pdf
      .save()
      .roundedRect(x, y, side, side, side * 0.24)
      .clip()
    pdf.image(Buffer.from(bytes), x, y, { width: side, height: side })
    pdf.restore()
  })
}

/** A thin line across the page. */
export function rule(pdf: Pdf) {
  pdf.decoration(() =>
    pdf
      .moveTo(documentTheme.left, pdf.y)
      .lineTo(documentTheme.right, pdf.y)
      .lineWidth(0.7)
      .strokeColor(documentTheme.line)
      .stroke(),
  )
  pdf.y += 10
}
