import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { expireOrders } from '../domains/orders/cancel-order.ts'
import { type Club, type Person, signedIn } from '../testing/builders.ts'
import { buildCoupon } from '../testing/builders/coupon-builders.ts'
import { clubWithPricedEvent, prepareWith, usedOf, usesOf } from '../testing/purchases/coupon-purchase.ts'
import { buildEvent, type BuiltEvent } from '../testing/builders/event-builders.ts'
import { refundLines, newestOrder } from '../testing/purchases/line-refunds.ts'
import { readPdf } from '../testing/files/pdf-reader.ts'
import { type Line, mailsTo, openWindow, payInWindow, stateOf, visit } from '../testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
let event: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
})
beforeEach(async () => {
  ;({ club, event } = await clubWithPricedEvent(app))
})

const adult = (of: Person = anna, at = event): Line => ({ memberId: of.memberId, event: at })
const child = (of: Person = anna, at = event): Line => ({ memberId: of.memberId, event: at, category: 'child' })

test('a late payment is honoured while a use is left, and refunded otherwise', async () => {
  const { id, code } = await buildCoupon(app, club, { totalLimit: 1 })
  const late = async (meanwhile: () => Promise<unknown>) => {
    const token = await prepareWith(app, anna, [adult()], code)
    const link = await openWindow(app, anna, club.season, token, 18_000)
    await app.moveClock('61 minutes')
    await expireOrders(app.context)
    expect(await usesOf(app, id)).toMatchObject([{ status: 'released' }])
    await meanwhile()
    await visit((await payInWindow(link, '0000'))!)
    await app.runJobs({ all: true })
    const { status } = await stateOf(app, anna, token)
    return { status, uses: await usesOf(app, id), used: await usedOf(app, id) }
  }
  const other = await late(async () => prepareWith(app, bo, [adult(bo)], code))
  expect(other).toMatchObject({ status: 'expired', uses: [{ status: 'released' }, { status: 'held' }], used: 0 })
  await app.database.sql(`delete from coupon_redemptions where coupon_id = $1`, [id])
  // Not even that the code was switched off takes away what was promised in time.
  const free = await late(() => app.database.sql('update coupons set enabled = false where id = $1', [id]))
  expect(free).toMatchObject({ status: 'paid', uses: [{ status: 'used' }], used: 1 })
})

test("refunding a ticket returns the price paid, and not the coupon's use", async () => {
  const office = await signedIn(app, 'all-clubs@example.com')
  const { id, code } = await buildCoupon(app, club, { perMemberLimit: 1 })
  const token = await prepareWith(app, anna, [adult(), child()], code)
  await visit((await payInWindow(await openWindow(app, anna, club.season, token, 18_000 + 4504), '0000'))!)
  await refundLines(app, office, { orgId: club.id, order: await newestOrder(app, office, club) }, [1])
  await app.runJobs({ all: true })
  const { own } = await stateOf(app, anna, token)
  expect(own?.givenBack).toMatchObject([{ status: 'done', amount: { minor: 4504 } }])
  expect(own?.lines.map(({ refunded }) => refunded.minor)).toEqual([0, 4504])
  expect([await usesOf(app, id), await usedOf(app, id)]).toMatchObject([[{ status: 'used' }], 1])
  expect(await codeOf(prepareWith(app, anna, [child()], code))).toBe('coupon_not_valid')
})

test('receipt, credit note and mails show price, discount and total', async () => {
  const office = await signedIn(app, 'all-clubs@example.com')
  const startsAt = new Date('2027-06-12T22:30:00Z')
  const noon = await buildEvent(app, club, {
    title: 'Midnight row',
    startsAt,
    endsAt: new Date('2027-06-13T02:00:00Z'),
    categories: [{ category: 'adult', name: 'Adult' }],
  })
  const { code } = await buildCoupon(app, club)
  const lines = [{ memberId: anna.memberId, season: club.season }, adult(anna, noon)]
  const token = await prepareWith(app, anna, lines, code)
  const total = club.season.total + 18_000
  await visit((await payInWindow(await openWindow(app, anna, club.season, token, total), '0000'))!)
  const order = await newestOrder(app, office, club)
  const [season, ticket] = order.lines
  const historyId = ticket!.event!.entryId
  const as = { as: anna.token }
  const receipt = await app.call(orders.receipt, { historyId }, as)
  const vat = season!.parts.vat.minor
  expect(receipt).toMatchObject({
    coupon: code,
    total: { minor: total },
    vat: { minor: vat },
    net: { minor: total - vat },
  })
  expect(receipt.lines[1]!.parts).toMatchObject({
    price: { minor: 20_000 },
    discount: { minor: 2000 },
    total: { minor: 18_000 },
  })

  const paper = readPdf((await app.call(orders.receiptPdf, { historyId, language: 'en' }, as)).bytes).text
  const words = (text: string) => text.replace(/\s/g, '')
  expect(paper).toContain(words(`PriceDKK 200.00−Discount (${code}) DKK 20.00`))
  expect(paper).toContain(words('Midnight row'))
  // On the clock of the place, where it is a day later by then.
  expect(paper).toContain(words('· Adult · Sun, 13 June 2027 at 00:30'))

  await refundLines(app, office, { orgId: club.id, order }, [1])
  await app.runJobs({ all: true })
  const [given] = (await stateOf(app, anna, token)).own!.givenBack
  expect(given).toMatchObject({ amount: { minor: 18_000 } })
  const note = readPdf((await app.call(orders.creditNotePdf, { refundId: given!.id, language: 'en' }, as)).bytes).text
  expect(note).toContain(words(`Discount (${code}) DKK 20.00`))
  expect(note).toContain(words('DKK 180.00'))
  const mails = (await mailsTo(app, 'anna@example.com')).filter(({ text }) => text.includes(`(${code})`))
  expect(mails.map(({ attachments }) => attachments.length > 0)).toEqual([true, true])
  for (const { text } of mails) expect(text).toContain('DKK\u00a020.00')
})
