import { orders } from '#contract/orders/orders.ts'
import { clubLedger } from '../purchases/renewing.ts'
import type { Day } from './days.ts'
import type { Lived } from './report.ts'
import { receiptsOf } from './sent.ts'

/** Compares payments and refunds: at the gateway, in the office's list, on receipts and credit notes, and as reckoned. */
export async function compareMoney({ portal, reckoning, report }: Lived, day: Day): Promise<void> {
  for (const key of ['rowing', 'choir'] as const) {
    const club = portal.clubs[key]
    const ledger = await clubLedger(club)
    const moved = (list: readonly { amount: number; isSuccess: boolean }[]) =>
      list.reduce((sum, { amount, isSuccess }) => sum + (isSuccess ? amount : 0), 0)
    const { sums } = await portal.app.call(orders.ofClub, { orgId: club.id }, { as: portal.office.token })
    const receipts = await receiptsOf(portal, key)
    const { taken, returned } = reckoning.money[key]
    const said = {
      gateway: `${moved(ledger.captures)} ${moved(ledger.credits)}`,
      office: `${sums[0]?.paid.minor ?? 0} ${sums[0]?.refunded.minor ?? 0}`,
      receipts: `${sumOf(receipts, 'receipt')} ${sumOf(receipts, 'credit note')}`,
    }
    for (const [where, sum] of Object.entries(said)) {
      report.count('sums compared')
      if (sum !== `${taken} ${returned}`)
        report.differs(`${day} ${key}: ${where} says ${sum} taken and refunded, ${taken} ${returned} reckoned`)
    }
    for (const [series, some] of Map.groupBy(receipts, ({ year, testMode }) => `${year}${testMode ? ' test' : ''}`)) {
      const numbers = some.map(({ number }) => number).toSorted((a, b) => a - b)
      if (numbers.some((number, at) => number !== at + 1))
        report.differs(`${day} ${key}: the numbers of ${series} have a hole: ${numbers.join()}`)
    }
    report.count('receipt numbers compared', receipts.length)
  }
}

const sumOf = (receipts: readonly { kind: string; amount: number }[], kind: string) =>
  receipts.reduce((sum, one) => sum + (one.kind === kind ? one.amount : 0), 0)
