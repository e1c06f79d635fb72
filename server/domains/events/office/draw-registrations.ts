import type { Language } from '#contract/values.ts'
import { documentTheme, drawDocument, type Pdf } from '#server/documents/page.ts'

/** A list of people with a box for each, in groups. Its words come with it: the thread that draws would take a second to load all words. */
export interface PrintedList {
  readonly titles: PrintedPerson
  /** With `{page}` and `{pages}`. */
  readonly page: string
  readonly club: string
  readonly title: string
  /** When and where. */
  readonly about: readonly string[]
  readonly count: string
  /** By whom and when. */
  readonly printed: string
  /** Sensitive answers, on sheets of their own. */
  readonly sensitive?: {
    readonly head: string
    readonly warning: string
    readonly people: readonly { readonly name: string; readonly lines: readonly string[] }[]
  }
  readonly groups: readonly { readonly head: string; readonly people: readonly PrintedPerson[] }[]
}

type Sensitive = NonNullable<PrintedList['sensitive']>

interface PrintedPerson {
  readonly name: string
  readonly age: string
  readonly category: string
  /** The guardian's, of somebody under 18. */
  readonly phone: string
  readonly number: string
  readonly note: string
}

const LEFT = 40
const RIGHT = 555
const BOTTOM = 790
const ROW = 21
const HEAD_ROW = 22
const BLANK_ROWS = 10
const BOX = 11

type Column = keyof PrintedPerson
/** From where to where, in points; between them is the box's own column at the left. */
const columns: Readonly<Record<Column, readonly [from: number, width: number]>> = {
  name: [LEFT + 22, 146],
  age: [LEFT + 172, 44],
  category: [LEFT + 220, 76],
  phone: [LEFT + 298, 76],
  number: [LEFT + 378, 58],
  note: [LEFT + 440, RIGHT - LEFT - 440],
}

type Item = { readonly head: string } | { readonly person: PrintedPerson | null }
const heightOf = (item: Item) => ('head' in item ? HEAD_ROW : ROW)

/** Draws the list as A4 pages in one language. Runs in a worker thread. */
export function draw(list: PrintedList, locale: Language): Promise<Uint8Array> {
  return drawDocument({ title: list.title, author: list.club, locale }, (pdf) => {
    const top = drawTitle(pdf, list)
    const pages = pagesOf(list, top)
    pages.forEach((items, at) => {
      if (at > 0) pdf.addPage()
      drawPage(pdf, items, at === 0 ? top : 40, list)
      const page = list.page.replace('{page}', String(at + 1)).replace('{pages}', String(pages.length))
      pdf.font(documentTheme.regular).fontSize(8).fillColor(documentTheme.dimmed)
      fit(pdf, `${list.title} · ${list.printed}`, [LEFT, 380], 806)
      fit(pdf, page, [RIGHT - 120, 120], 806, 'right')
    })
    if (list.sensitive) drawSensitive(pdf, list, list.sensitive)
  })
}

/** @returns where the list begins */
function drawTitle(pdf: Pdf, { club, title, about, count }: PrintedList): number {
  pdf.font(documentTheme.regular).fontSize(9).fillColor(documentTheme.dimmed)
  fit(pdf, club, [LEFT, RIGHT - LEFT], 36)
  pdf.font(documentTheme.bold).fontSize(17).fillColor(documentTheme.ink)
  pdf.next = 'H1'
  pdf.text(title, LEFT, 50, { width: RIGHT - LEFT, height: 46, ellipsis: true })
  pdf.font(documentTheme.regular).fontSize(10).fillColor(documentTheme.dimmed)
  for (const line of [...about, count])
    pdf.text(line, LEFT, pdf.y + 2, { width: RIGHT - LEFT, height: 28, ellipsis: true })
  return pdf.y + 12
}

/** Splits the list into pages. A head is never the last on its page. */
function pagesOf({ groups }: PrintedList, top: number): Item[][] {
  const items: Item[] = [
    ...groups.flatMap(({ head, people }): Item[] => [{ head }, ...people.map((person) => ({ person }))]),
    ...Array.from({ length: BLANK_ROWS }, () => ({ person: null })),
  ]
  const pages: Item[][] = [[]]
  let y = top + HEAD_ROW
  for (const item of items) {
    const needed = 'head' in item ? HEAD_ROW + ROW : ROW
    if (y + needed > BOTTOM) {
      pages.push([])
      y = 40 + HEAD_ROW
    }
    pages.at(-1)!.push(item)
    y += heightOf(item)
  }
  return pages
}

/** On pages of their own, so that the list can hang by the door. */
function drawSensitive(pdf: Pdf, { title, printed }: PrintedList, { head, warning, people }: Sensitive): void {
  const begin = () => {
    pdf.addPage()
    pdf.font(documentTheme.bold).fontSize(14).fillColor(documentTheme.ink)
    fit(pdf, `${head} · ${title}`, [LEFT, RIGHT - LEFT], 40)
    pdf.font(documentTheme.regular).fontSize(9).fillColor(documentTheme.dimmed)
    fit(pdf, warning, [LEFT, RIGHT - LEFT], 60)
    fit(pdf, printed, [LEFT, RIGHT - LEFT], 806)
    return 84
  }
  let y = begin()
  const width = RIGHT - LEFT - 14
  for (const { name, lines } of people) {
    pdf.font(documentTheme.regular).fontSize(10)
    const heights = lines.map((text) => pdf.heightOfString(text, { width }) + 2)
    if (y + 18 + Math.min(heights[0] ?? 0, BOTTOM - 120) > BOTTOM) y = begin()
    pdf.font(documentTheme.bold).fontSize(10).fillColor(documentTheme.ink)
    fit(pdf, name, [LEFT, RIGHT - LEFT], y)
    y += 16
    lines.forEach((text, at) => {
      if (y + heights[at]! > BOTTOM) y = begin()
      pdf.font(documentTheme.regular).fontSize(10).fillColor(documentTheme.ink)
      pdf.text(text, LEFT + 14, y, { width, height: BOTTOM - y, ellipsis: true })
      y += Math.min(heights[at]!, BOTTOM - y)
    })
    y += 8
  }
}

function drawPage(pdf: Pdf, items: readonly Item[], top: number, { titles }: PrintedList): void {
  pdf.font(documentTheme.bold).fontSize(8).fillColor(documentTheme.dimmed)
  for (const [column, [x, width]] of Object.entries(columns)) fit(pdf, titles[column as Column], [x, width], top + 6)
  let y = top + HEAD_ROW
  line(pdf, y)
  for (const item of items) {
    if ('head' in item) {
      pdf.font(documentTheme.bold).fontSize(10).fillColor(documentTheme.ink)
      fit(pdf, item.head, [LEFT, RIGHT - LEFT], y + 6)
    } else drawPerson(pdf, item.person, y)
    y += heightOf(item)
    line(pdf, y)
  }
}

function drawPerson(pdf: Pdf, person: PrintedPerson | null, y: number): void {
  pdf.decoration(() =>
    pdf
      .rect(LEFT + 2, y + (ROW - BOX) / 2, BOX, BOX)
      .lineWidth(0.9)
      .strokeColor(documentTheme.ink)
      .stroke(),
  )
  if (!person) return
  for (const [column, [x, width]] of Object.entries(columns)) {
    const isName = column === 'name'
    pdf
      .font(isName ? documentTheme.bold : documentTheme.regular)
      .fontSize(isName ? 10 : 9)
      .fillColor(documentTheme.ink)
    fit(pdf, person[column as Column], [x, width], y + (isName ? 5 : 5.5))
  }
}

const line = (pdf: Pdf, y: number) =>
  pdf.decoration(() => pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(documentTheme.line).stroke())

/** One line of text; a longer one ends with an ellipsis. */
function fit(
  pdf: Pdf,
  text: string,
  [x, width]: readonly [number, number],
  y: number,
  align: 'left' | 'right' = 'left',
) {
  const shown = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  // The margin at the foot would begin a new page.
  const { bottom } = pdf.page.margins
  pdf.page.margins.bottom = 0
  pdf.text(shown, x, y, { width, height: pdf.currentLineHeight() + 1, ellipsis: true, lineBreak: true, align })
  pdf.page.margins.bottom = bottom
}
