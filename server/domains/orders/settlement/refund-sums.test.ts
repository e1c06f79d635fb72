import fc from 'fast-check'
import { beforeAll, expect, inject, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, buildParticipant, buildSeason, signedIn, type Person } from '#server/testing/builders.ts'
import { ledgerOf, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { selectOrder } from '../queries.ts'
import { creditNoteOf } from '../documents/show-credit-note.ts'

const MOST_LINES = 5

let app: TestApp
let anna: Person
let office: Person
let children: string[]
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
  children = []
  for (let child = 0; child < MOST_LINES; child++) children.push(await buildParticipant(app, anna, `Child ${child}`))
})

/** A line's price, odd amounts and rates among them, and the refund in which it goes back; lines of none are kept. */
const line = fc.record({
  price: fc.integer({ min: 1, max: 100_000 }),
  vatRate: fc.constantFrom(0, 0.25, 1, 6.125, 12.5, 25, 33.333),
  surcharge: fc.nat(999),
  refund: fc.option(fc.nat(2), { freq: 4 }),
})

const sum = (amounts: readonly { readonly minor: number }[]) => amounts.reduce((all, { minor }) => all + minor, 0)

async function buyLines(lines: readonly { price: number; vatRate: number; surcharge: number }[]) {
  await app.database.sql('delete from rate_windows')
  const club = await buildClub(app)
  const seasons = []
  for (const { price, vatRate, surcharge } of lines)
    seasons.push(await buildSeason(app, club, { price, vatRate, surcharge }))
  const chosen = seasons.map((season, index) => ({ memberId: children[index]!, season }))
  const token = await prepare(app, anna, chosen)
  const { total } = (await stateOf(app, anna, token)).own!
  await visit((await payInWindow(await openWindow(app, anna, seasons[0]!, token, total.minor), '0000'))!)
  return { club, own: (await stateOf(app, anna, token)).own! }
}

test('receipt, lines, refunds, credit notes and gateway add up for refunds in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: MOST_LINES }), async (lines) => {
      const { club, own } = await buyLines(lines)
      for (const round of [0, 1, 2]) {
        const lineIds = own.lines.filter((_, index) => lines[index]!.refund === round).map(({ id }) => id)
        if (lineIds.length === 0) continue
        await app.call(orders.refund, { orgId: club.id, orderId: own.id, lineIds }, { as: office.token })
        await app.runJobs({ all: true })
      }

      await app.runJobs({ all: true })
      const historyId = own.lines[0]!.termId!
      const receipt = await app.call(orders.receipt, { historyId }, { as: anna.token })
      expect(sum(receipt.lines.map(({ parts }) => parts.total))).toBe(receipt.total.minor)
      expect(sum(receipt.lines.map(({ parts }) => parts.vat))).toBe(receipt.vat.minor)
      expect(receipt.net.minor + receipt.vat.minor).toBe(receipt.total.minor)

      const given = receipt.lines.filter((_, index) => lines[index]!.refund !== null)
      expect(receipt.lines.map(({ refunded }) => refunded.minor)).toEqual(
        receipt.lines.map((one) => (given.includes(one) ? one.parts.total.minor : 0)),
      )
      const back = sum(given.map(({ parts }) => parts.total))
      expect(sum(receipt.creditNotes.map(({ amount }) => amount))).toBe(back)
      const { credits } = await ledgerOf(own.number)
      expect(credits.reduce((all, { amount }) => all + amount, 0)).toBe(back)

      const order = await selectOrder(app.context.db, own.id)
      expect(order.status).toBe(given.length === lines.length ? 'refunded' : 'paid')
      const notes = []
      for (const { refundId } of receipt.creditNotes)
        notes.push((await creditNoteOf(app.context.db, order, refundId, 'en'))!)
      for (const note of notes) {
        expect(sum(note.lines.map(({ parts }) => parts.total))).toBe(note.amount.minor)
        expect(note.receiptNumber).toBe(receipt.number)
      }
      expect(sum(notes.map(({ vat }) => vat))).toBe(sum(given.map(({ parts }) => parts.vat)))
      expect(await brokenInvariants(app, club)).toEqual([])
    }),
    { numRuns: inject('nightly') ? 20 : 4, endOnFailure: true },
  )
})
