import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClub, signedIn } from '#server/testing/builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { createTestApp } from '#server/testing/test-app.ts'

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes?: unknown
}

/** A collector that keeps what it is sent. */
const spans: Span[] = []
const bodies: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => (body += part))
  request.on('end', () => {
    bodies.push(body)
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
let endpoint: string
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(() => void collector.close())

/** The API alone comes with the metrics. */
const loaded = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((file) => /@opentelemetry\/(?!api\/)/.test(file)).length

test('one trace goes from the click to the mail without personal data; without an endpoint nothing is loaded', async () => {
  const silent = await createTestApp()
  await silent.close()
  expect(loaded()).toBe(0)

  const app = await createTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  expect(loaded()).toBeGreaterThan(0)
  const anna = await signedIn(app, 'anna@example.com')
  const club = await buildClub(app)
  await buy(app, anna, club)
  await app.runJobs({ all: true })
  await app.close()

  const click = spans.find(({ name }) => name.startsWith('POST ') && name.endsWith('/payment-prepare'))!
  const purchase = spans.filter(({ traceId }) => traceId === click.traceId)
  const names = purchase.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'orders.open-window',
      expect.stringMatching(/^gateway POST .*payment$/),
      'orders.settle-payment',
      expect.stringMatching(/^gateway GET .*authorization\/\{id\}$/),
      'notifications.send-mail',
      'smtp send',
    ]),
  )
  // Every span but the first hangs on another one of the same trace.
  const ids = new Set(purchase.map(({ spanId }) => spanId))
  expect(purchase.filter(({ parentSpanId }) => !parentSpanId)).toEqual([click])
  for (const { parentSpanId, spanId } of purchase) if (spanId !== click.spanId) expect(ids).toContain(parentSpanId)

  for (const word of ['anna', 'holm', '@', club.key, club.id, anna.memberId])
    expect(bodies.join('').toLowerCase()).not.toContain(word.toLowerCase())
})
