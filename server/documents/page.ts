import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { Language } from '#contract/values.ts'

const folder = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/figtree/package.json')))

/** Read once, by the first document: reading a font anew costs more than all else of a document. */
const fontsOnce = () =>
  (fonts ??= {
    regular: openFont('400Regular/Figtree_400Regular.ttf'),
    bold: openFont('700Bold/Figtree_700Bold.ttf'),
  })
let fonts: { regular: Font; bold: Font } | undefined

type Font = ReturnType<typeof openFont>

/**
 * A glyph keeps for good what it stood for when it was first asked for, and a part of another (the ring of å) is asked for as
 * nothing: so each is asked for as itself first. Otherwise readers of later documents would not find it.
 */
function openFont(file: string) {
  const font = openSync(path.join(folder, file))
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
  return font
}

/** What all documents share: fonts, colours, and the edges of an A4 page in points. */
export const documentTheme = {
  regular: 'regular',
  bold: 'bold',
  ink: '#1a2329',
  dimmed: '#55646f',
  line: '#d0d9e0',
  fjord: '#0b6788',
  left: 56,
  right: 539,
  bottom: 760,
}

export type Pdf = InstanceType<typeof PDFDocument>

/** Draws one document in one language. @returns its bytes */
export async function drawDocument(
  info: { title: string; author: string; locale: Language },
  draw: (pdf: Pdf) => void,
): Promise<Uint8Array> {
  const { title, author, locale } = info
  // Without a first font of its own: the one it would read is never used.
  const pdf = new PDFDocument({
    size: 'A4',
    margin: documentTheme.left,
    lang: locale,
    font: '',
    info: { Title: title, Author: author },
  })
  const { regular, bold } = fontsOnce()
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
  return ended
}

/** A thin line across the page. */
export function rule(pdf: Pdf) {
  pdf
    .moveTo(documentTheme.left, pdf.y)
    .lineTo(documentTheme.right, pdf.y)
    .lineWidth(0.7)
    .strokeColor(documentTheme.line)
    .stroke()
  pdf.y += 10
}
