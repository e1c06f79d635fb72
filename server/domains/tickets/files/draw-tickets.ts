import { create } from 'qrcode'
import type { Language } from '#contract/values.ts'
import { drawDocument, look, type Pdf } from '#server/documents/page.ts'
import * as m from '#words/messages.js'
import { ticketNumber } from '../codes/ticket-number.ts'
import type { TicketRow } from '../queries.ts'
import { clubColour } from './club-colour.ts'

const WIDTH = look.right - look.left
const CODE = 228
const right = look.right - 24
const codeLeft = right - CODE
const textLeft = look.left + 28
const textWidth = codeLeft - textLeft - 24
const TOP = 56
const HEAD = 132
const HEIGHT = 560

/** What stands on a ticket: a row, what its code holds, and when the event is, in words. */
export interface PrintedTicket {
  readonly row: TicketRow
  readonly code: string
  readonly day: string
  readonly hours: string
}

/** Tickets on a page each, in one language. Runs in a thread. */
export function draw(
  { title, tickets }: { title: string; tickets: readonly PrintedTicket[] },
  locale: Language,
): Promise<Uint8Array> {
  const author = tickets[0]!.row.organisation.name
  return drawDocument({ title, author, locale }, (pdf) =>
    tickets.forEach((ticket, at) => {
      if (at > 0) pdf.addPage()
      drawTicket(pdf, ticket, locale)
    }),
  )
}

/** A card to cut out, in the club's colour, with its code as large as a door needs it. */
function drawTicket(pdf: Pdf, ticket: PrintedTicket, locale: Language): void {
  const { row, code } = ticket
  pdf.save().roundedRect(look.left, TOP, WIDTH, HEIGHT, 16).clip()
  drawHead(pdf, row, locale)
  pdf.restore()
  pdf.roundedRect(look.left, TOP, WIDTH, HEIGHT, 16).lineWidth(0.8).strokeColor(look.line).stroke()
  drawFacts(pdf, ticket, locale)
  drawCode(pdf, row, code)
  drawTerms(pdf, row, locale)
}

function drawHead(pdf: Pdf, { event, organisation: { hue, name }, isTest }: TicketRow, locale: Language) {
  const cover = pdf.linearGradient(look.left, TOP, look.right, TOP + HEAD)
  cover.stop(0, clubColour(hue, 0.46)).stop(1, clubColour(hue + 22, 0.32))
  pdf.rect(look.left, TOP, WIDTH, HEAD).fill(cover)
  const waves = [
    [0.1, 74, 40, 108],
    [0.12, 104, 78, 112],
  ] as const
  for (const [opacity, start, bend, end] of waves) {
    const at = (y: number) => TOP + y
    pdf
      .moveTo(look.left, at(start))
      .bezierCurveTo(look.left + 150, at(bend), look.left + 280, at(end + 20), look.right, at(bend + 14))
      .lineTo(look.right, at(HEAD))
      .lineTo(look.left, at(HEAD))
      .fillOpacity(opacity)
      .fill('#ffffff')
  }
  pdf.fillOpacity(1)
  if (isTest) drawTestMark(pdf, locale)
  pdf.fillColor('#ffffff')
  const width = WIDTH - 56
  fit(pdf, [name, event.kind].filter(Boolean).join('  ·  '), {
    at: [textLeft, TOP + 26],
    width: width - 120,
    height: 16,
    size: 11.5,
  })
  fit(pdf, event.title, { at: [textLeft, TOP + 48], width, height: 66, size: 25, bold: true })
}

/** Nobody takes it for a ticket that was paid for. */
function drawTestMark(pdf: Pdf, locale: Language) {
  const [width, left] = [108, right - 108]
  pdf
    .roundedRect(left, TOP + 20, width, 24, 12)
    .fill('#ffffff')
    .fillColor('#b32236')
  const words = m.order_test_mode({}, { locale })
  fit(pdf, words, { at: [left, TOP + 26], width, height: 16, size: 11, bold: true, align: 'center' })
}

function drawFacts(pdf: Pdf, { row, day, hours }: PrintedTicket, locale: Language) {
  const { event } = row
  const where = [event.place, event.address].filter(Boolean)
  let y = TOP + HEAD + 26
  const fact = (label: string, lines: readonly string[], size: number, most: number) => {
    if (lines.length === 0) return
    pdf.fillColor(look.dimmed)
    fit(pdf, label, { at: [textLeft, y], width: textWidth, height: 12, size: 9.5 })
    y += 14
    lines.forEach((line, at) => {
      pdf.fillColor(at === 0 ? look.ink : look.dimmed)
      const shown = at === 0 ? { size, bold: true } : { size: 10.5 }
      fit(pdf, line, { at: [textLeft, y], width: textWidth, height: most, ...shown })
      y = pdf.y + 2
    })
    y += 14
  }
  fact(m.ticket_holder({}, { locale }), [row.memberName, row.categoryName].filter(Boolean), 17, 42)
  fact(m.ticket_when({}, { locale }), [day, hours].filter(Boolean), 12.5, 34)
  fact(m.ticket_where({}, { locale }), [...new Set(where)], 12.5, 34)
  fact(m.ticket_bought_by({}, { locale }), [row.buyerName], 10.5, 14)
}

function drawCode(pdf: Pdf, row: TicketRow, code: string) {
  const top = TOP + HEAD + 30
  const { modules } = create([{ data: code, mode: 'alphanumeric' }], { errorCorrectionLevel: 'M' })
  const side = CODE / modules.size
  pdf.fillColor('#000000')
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue
      // What lies beside it is drawn with it: hairlines between modules would cost a scanner its patience.
      let end = x + 1
      while (end < modules.size && modules.get(y, end)) end++
      pdf.rect(codeLeft + x * side, top + y * side, (end - x) * side, side)
      x = end
    }
  }
  pdf.fill()
  const label = { at: [codeLeft, top + CODE + 12] as const, width: CODE, height: 20, size: 14, bold: true }
  pdf.fillColor(look.ink)
  fit(pdf, ticketNumber(row.id), { ...label, align: 'center' })
}

function drawTerms(pdf: Pdf, { organisation }: TicketRow, locale: Language) {
  const top = TOP + HEIGHT - 88
  pdf
    .moveTo(textLeft, top)
    .lineTo(right, top)
    .lineWidth(0.8)
    .dash(3, { space: 3 })
    .strokeColor(look.line)
    .stroke()
    .undash()
    .fillColor(look.dimmed)
  const terms = m.ticket_terms({ email: organisation.contactEmail }, { locale })
  fit(pdf, terms, { at: [textLeft, top + 16], width: right - textLeft, height: 60, size: 9.5 })
}

interface Place {
  readonly at: readonly [x: number, y: number]
  readonly width: number
  /** What does not fit ends with an ellipsis. */
  readonly height: number
  readonly size: number
  readonly bold?: boolean
  readonly align?: 'center'
}

function fit(pdf: Pdf, text: string, { at: [x, y], width, height, size, bold = false, align }: Place) {
  pdf
    .font(bold ? look.bold : look.regular)
    .fontSize(size)
    .text(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), x, y, {
      width,
      height,
      ellipsis: true,
      lineGap: 1,
      ...(align && { align }),
    })
}
