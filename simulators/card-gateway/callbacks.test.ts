import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShop, type Shop } from '../testing/shop.ts'
import { startSimulators, type Started } from '../testing/start-simulators.ts'

let started: Started
let shop: Shop
beforeAll(async () => {
  started = await startSimulators()
  shop = await createShop(started)
})
afterAll(async () => {
  await started.stop()
  await shop.close()
})

const paid = '4100 0000 0000 0000'

test('are sent until they are answered with 2xx, with every attempt in the ledger', async () => {
  shop.answers.push(500, 302, 204)
  const { paymentIdentifier } = await shop.pay(paid)
  const [callback] = await shop.callbacksOf(paymentIdentifier)
  expect(callback).toMatchObject({ kind: 'accepted', state: 'delivered' })
  expect(callback!.tries.map(({ status }) => status)).toEqual([500, 302, 204])
})

test('are given up after five retries', async () => {
  shop.answers.push(...Array<number>(6).fill(503))
  const { paymentIdentifier } = await shop.pay(paid)
  const [callback] = await shop.callbacksOf(paymentIdentifier)
  expect(callback).toMatchObject({ state: 'failed' })
  expect(callback!.tries).toHaveLength(6)
})

test('carry on after a restart', async () => {
  const patient = await startSimulators({ timing: { callbackTimeScale: 0.3 } })
  const other = await createShop(patient)
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))

  const { paymentIdentifier } = await other.pay(paid, { ServerCallbackUrl: `http://127.0.0.1:${port}/late` })
  const bodies: string[] = []
  const opened = createServer((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk)))
    request.on('end', () => response.end('OK'))
  })
  await patient.restart(() => new Promise((resolve) => opened.listen(port, '127.0.0.1', () => resolve())))
  const [callback] = await other.callbacksOf(paymentIdentifier)
  expect(callback).toMatchObject({ state: 'delivered', tries: [{ error: 'ECONNREFUSED' }, { status: 200 }] })
  expect(bodies[0]).toContain(paymentIdentifier)
  opened.closeAllConnections()
  await new Promise((resolve) => opened.close(resolve))
  await patient.stop()
  await other.close()
})

test('that hang do not delay the browser', async () => {
  const hasty = await startSimulators({ timing: { callbackFirst: 20 } })
  const other = await createShop(hasty)
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const { returned } = await other.pay(paid, { ServerCallbackUrl: `http://127.0.0.1:${port}/silent` })
  expect(returned!.pathname).toBe('/ui/paid')
  await hasty.stop()
  await other.close()
  silent.closeAllConnections()
  await new Promise((resolve) => silent.close(resolve))
})
