import { create } from 'qrcode'
import { textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import { deeper } from '#server/documents/colour.ts'
import { documentTheme, drawDocument, drawLogo, type Pdf } from '#server/documents/page.ts'
import type { PrintedFace } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { kindIn } from '../event-texts.ts'
import type { TicketRow } from './queries.ts'
import { ticketNumber } from './ticket-code.ts'

const WIDTH = documentTheme.right - documentTheme.left
const CODE = 228
const right = documentTheme.right - 24
const codeLeft = right - CODE
const textLeft = documentTheme.left + 28
const textWidth = codeLeft - textLeft - 24
const TOP = 56
const HEAD = 132
const HEIGHT = 560

/** A ticket with its code, and its date in words. */
export interface PrintedTicket {
  readonly row: TicketRow
  readonly code: string
  /** Its lines. */
  readonly when: readonly string[]
}

/** One page per ticket, in one language. Runs in a worker thread. */
export function draw(
  { title, face, tickets }: { title: string; face: PrintedFace; tickets: readonly PrintedTicket[] },
  locale: Language,
): Promise<Uint8Array> {
  const author = tickets[0]!.row.organisation.name
  return drawDocument({ title, author, locale }, (pdf) =>
    tickets.forEach((ticket, at) => {
      if (at > 0) pdf.addPage()
      drawTicket(pdf, ticket, face, locale)
    }),
  )
}

/** A card to cut out in the club's colour, with a code large enough for a scanner at the door. */
function drawTicket(pdf: Pdf, ticket: PrintedTicket, face: PrintedFace, locale: Language): void {
  const { row } = ticket
  pdf.save().roundedRect(documentTheme.left, TOP, WIDTH, HEIGHT, 16).clip()
  drawHead(pdf, row, face, locale)
  pdf.restore()
  pdf.decoration(() =>
    pdf.roundedRect(documentTheme.left, TOP, WIDTH, HEIGHT, 16).lineWidth(0.8).strokeColor(documentTheme.line).stroke(),
  )
  drawFacts(pdf, ticket, locale)
  drawCode(pdf, ticket, locale)
  drawTerms(pdf, row, locale)
}

function drawHead(pdf: Pdf, { event, organisation: { name }, isTest }: TicketRow, face: PrintedFace, locale: Language) {
  pdf.decoration(() => drawCover(pdf, face))
  if (isTest) drawTestMark(pdf, locale)
  pdf.fillColor('#ffffff')
  const width = WIDTH - 56
  const logo = face.logo ? 32 : 0
  if (face.logo) drawLogo(pdf, face.logo, [textLeft, TOP + 18], logo)
  fit(pdf, [name, kindIn(event.kind, locale)].filter(Boolean).join('  ·  '), {
    at: [textLeft + logo * 1.35, TOP + 26],
    width: width - 120 - logo,
    height: 16,
    size: 11.5,
  })
  pdf.next = 'H1'
  fit(pdf, event.title, { at: [textLeft, TOP + (logo ? 60 : 48)], width, height: 66, size: 25, bold: true })
}

/** The club's colour behind the head, with waves. */
function drawCover(pdf: Pdf, face: PrintedFace) {
  const cover = pdf.linearGradient(documentTheme.left, TOP, documentTheme.right, TOP + HEAD)
  cover.stop(0, face.colour).stop(1, deeper(face.colour))
  pdf.rect(documentTheme.left, TOP, WIDTH, HEAD).fill(cover)
  const waves = [
    [0.1, 74, 40, 108],
    [0.12, 104, 78, 112],
  ] as const
  for (const [opacity, start, bend, end] of waves) {
    const at = (y: number) => TOP + y
    pdf
      .moveTo(documentTheme.left, at(start))
      .bezierCurveTo(
        documentTheme.left + 150,
        at(bend),
        documentTheme.left + 280,
        at(end + 20),
        documentTheme.right,
        at(bend + 14),
      )
      .lineTo(documentTheme.right, at(HEAD))
      .lineTo(documentTheme.left, at(HEAD))
      .fillOpacity(opacity)
      // Darker, so that the white text above keeps its contrast.
      .fill('#000000')
  }
  pdf.fillOpacity(1)
}

/** So that nobody mistakes it for a paid ticket. */
function drawTestMark(pdf: Pdf, locale: Language) {
  const [width, left] = [108, right - 108]
  pdf.decoration(() => pdf.roundedRect(left, TOP + 20, width, 24, 12).fill('#ffffff'))
  pdf.fillColor('#b32236')
  const words = m.order_test_mode({}, { locale })
  fit(pdf, words, { at: [left, TOP + 26], width, height: 16, size: 11, bold: true, align: 'center' })
}

function drawFacts(pdf: Pdf, { row, when }: PrintedTicket, locale: Language) {
  const { event } = row
  const where = [event.place, event.address].filter(Boolean)
  let y = TOP + HEAD + 26
  const fact = (label: string, lines: readonly string[], size: number, most: number) => {
    if (lines.length === 0) return
    pdf.fillColor(documentTheme.dimmed)
    fit(pdf, label, { at: [textLeft, y], width: textWidth, height: 12, size: 9.5 })
    y += 14
    lines.forEach((line, at) => {
      pdf.fillColor(at === 0 ? documentTheme.ink : documentTheme.dimmed)
      const shown = at === 0 ? { size, bold: true } : { size: 10.5 }
      fit(pdf, line, { at: [textLeft, y], width: textWidth, height: most, ...shown })
      y = pdf.y + 2
    })
    y += 14
  }
  fact(m.ticket_holder({}, { locale }), [row.memberName, textIn(row.categoryName, locale)].filter(Boolean), 17, 42)
  fact(m.ticket_when({}, { locale }), when, 12.5, 34)
  fact(m.ticket_where({}, { locale }), [...new Set(where)], 12.5, 34)
  fact(m.ticket_bought_by({}, { locale }), [row.buyerName], 10.5, 14)
}

function drawCode(pdf: Pdf, { row, code }: PrintedTicket, locale: Language) {
  const top = TOP + HEAD + 30
  const { modules } = create([{ data: code, mode: 'alphanumeric' }], { errorCorrectionLevel: 'M' })
  const side = CODE / modules.size
  pdf.figure(m.ticket_code_of({ name: row.memberName }, { locale }), () => {
    pdf.fillColor('#000000')
    for (let y = 0; y < modules.size; y++) {
      for (let x = 0; x < modules.size; x++) {
        if (!modules.get(y, x)) continue
        // Adjacent modules are one rectangle: hairlines between them make a code hard to scan.
        let end = x + 1
        while (end < modules.size && modules.get(y, end)) end++
        pdf.rect(codeLeft + x * side, top + y * side, (end - x) * side, side)
        x = end
      }
    }
    pdf.fill()
  })
  const label = { at: [codeLeft, top + CODE + 12] as const, width: CODE, height: 20, size: 14, bold: true }
  pdf.fillColor(documentTheme.ink)
  fit(pdf, ticketNumber(row.id), { ...label, align: 'center' })
}

function drawTerms(pdf: Pdf, { organisation }: TicketRow, locale: Language) {
  const top = TOP + HEIGHT - 88
  pdf.decoration(() =>
    pdf
      .moveTo(textLeft, top)
      .lineTo(right, top)
      .lineWidth(0.8)
      .dash(3, { space: 3 })
      .strokeColor(documentTheme.line)
      .stroke()
      .undash(),
  )
  pdf.fillColor(documentTheme.dimmed)
  const terms = m.ticket_terms({ email: organisation.contactEmail }, { locale })
  fit(pdf, terms, { at: [textLeft, top + 16], width: right - textLeft, height: 60, size: 9.5 })
}

interface Place {
  readonly at: readonly [x: number, y: number]
  readonly width: number
  /** Longer text ends with an ellipsis. */
  readonly height: number
  readonly size: number
  readonly bold?: boolean
  readonly align?: 'center'
}

function fit(pdf: Pdf, text: string, { at: [x, y], width, height, size, bold = false, align }: Place) {
  pdf
    .font(bold ? documentTheme.bold : documentTheme.regular)
    .fontSize(size)
    .text(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), x, y, {
      width,
      height,
      ellipsis: true,
      lineGap: 1,
      ...(align && { align }),
    })
}
