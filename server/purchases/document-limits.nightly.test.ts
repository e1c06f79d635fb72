import { beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { tickets } from '#contract/events/tickets.ts'
import { buildClub, signedIn } from '../testing/builders.ts'
import { readPdf } from '../testing/files/pdf-reader.ts'
import { buy, stateOf } from '../testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

test('ten documents a minute for one member, of all kinds together', async () => {
  const anna = await signedIn(app, 'anna@example.com')
  const bo = await signedIn(app, 'bo@example.com')
  const token = await buy(app, anna, await buildClub(app))
  const historyId = (await stateOf(app, anna, token)).own!.lines[0]!.termId!
  const receipt = () => app.call(orders.receiptPdf, { historyId, language: 'en' }, { as: anna.token })
  for (let at = 0; at < 10; at++) expect(readPdf((await receipt()).bytes).text).toMatch(/receipt/i)
  expect(await codeOf(receipt())).toBe('too_many_requests')
  const ticket = (as: string) => codeOf(app.call(tickets.pdf, { entryId: historyId }, { as }))
  expect([await ticket(anna.token), await ticket(bo.token)]).toEqual(['too_many_requests', 'not_found'])
})
