import type { Language } from '#contract/values.ts'
import { documentTheme, drawDocument, type Pdf } from '#server/documents/page.ts'

export interface Badges {
  readonly title: string
  readonly club: string
  readonly people: readonly { readonly name: string; readonly about: string }[]
}

/** Ten on an A4 page, 85 by 54 mm, as sheets of cards are sold. */
const [WIDTH, HEIGHT] = [241, 153]
const [COLUMNS, ROWS] = [2, 5]
const [LEFT, TOP] = [(595 - COLUMNS * WIDTH) / 2, (842 - ROWS * HEIGHT) / 2]
const EDGE = 16

/** Draws a badge for each person, to cut out. Runs in a worker thread. */
export function draw({ title, club, people }: Badges, locale: Language): Promise<Uint8Array> {
  return drawDocument({ title, author: club, locale }, (pdf) =>
    people.forEach((person, at) => {
      const place = at % (COLUMNS * ROWS)
      if (at > 0 && place === 0) pdf.addPage()
      drawBadge(pdf, club, person, LEFT + (place % COLUMNS) * WIDTH, TOP + Math.floor(place / COLUMNS) * HEIGHT)
    }),
  )
}

function drawBadge(pdf: Pdf, club: string, { name, about }: Badges['people'][number], x: number, y: number): void {
  pdf.decoration(() => pdf.rect(x, y, WIDTH, HEIGHT).lineWidth(0.4).strokeColor(documentTheme.line).stroke())
  const line = (text: string, at: number, height: number, size: number, font: string, colour: string) =>
    pdf
      .font(font)
      .fontSize(size)
      .fillColor(colour)
      .text(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), x + EDGE, y + at, {
        width: WIDTH - 2 * EDGE,
        height,
        ellipsis: true,
      })
  line(club, 16, 12, 9, documentTheme.regular, documentTheme.dimmed)
  line(name, 44, 62, name.length > 22 ? 18 : 24, documentTheme.bold, documentTheme.ink)
  line(about, HEIGHT - 30, 14, 10, documentTheme.regular, documentTheme.dimmed)
}
