import { expect, test } from 'vitest'
import type { OrderLine } from '#contract/orders/orders.ts'
import { drawDocument } from '#server/documents/page.ts'
import { drawLines } from './document-parts.ts'

const money = (minor: number) => ({ minor, currency: 'DKK' })
const longLine = (at: number) =>
  ({
    kind: 'membership',
    title: `Line ${at}: ${'a season with the use of every boat and both saunas '.repeat(3)}`,
    memberName: 'Maximiliane Wilhelmine Konstantinopolitanska-Vestergaard Østergård-Lærkeholm',
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    event: null,
    replacesTrial: `A trial ${'with a long name '.repeat(4)}`,
    parts: {
      price: money(100_000),
      vat: money(25_000),
      vatRate: 25,
      surcharge: money(5_000),
      discount: money(0),
      total: money(130_000),
    },
  }) as unknown as OrderLine

test('a line of a receipt is on one page with its price, however long its names are', async () => {
  const lines = Array.from({ length: 8 }, (_, at) => longLine(at))
  const placed: { words: string; from: number; to: number }[] = []
  await drawDocument({ title: 'x', author: 'y', locale: 'en' }, (pdf) => {
    placed.length = 0
    let page = 1
    pdf.on('pageAdded', () => page++)
    const text = pdf.text.bind(pdf) as (...given: unknown[]) => typeof pdf
    pdf.text = (words: string, ...where: unknown[]) => {
      const from = page
      text(words, ...where)
      placed.push({ words, from, to: page })
      return pdf
    }
    // Wherever on a page the first of them is.
    for (let start = 60; start <= 200; start += 10) {
      pdf.addPage().y = start
      drawLines(pdf, { lines, coupon: null }, 'en')
    }
  })
  expect(placed.filter(({ from, to }) => from !== to)).toEqual([])
  expect(placed.filter(({ words }) => words.includes('1,300.00'))).toHaveLength(15 * lines.length)
})
