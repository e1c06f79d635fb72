import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { freePort } from '#server/testing/outside/free-port.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { createTestHttp } from '#server/testing/test-http.ts'
import { PortInUse, listenForMonitoring } from './listen.ts'
import { route } from './route.ts'

function signal() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

test('a stop lets a call in flight finish and takes no new one', async () => {
  const [arrived, release] = [signal(), signal()]
  const slow = endpoint({ method: 'GET', path: '/test-api/slow', summary: '', output: null, errors: [] })
  const http = await createTestHttp([
    route(slow, { may: 'public' }, async () => {
      arrived.open()
      await release.opened
    }),
  ])
  const call = fetch(`${http.url}/test-api/slow`)
  await arrived.opened
  const closed = http.close()
  await expect
    .poll(() =>
      fetch(`${http.url}/healthz`).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused')
  release.open()
  const response = await call
  expect([response.status, response.headers.get('connection')]).toEqual([204, 'close'])
  await closed
})

test('before a stop /readyz fails while calls are still answered, so that a balancer notices', async () => {
  const quick = endpoint({ method: 'GET', path: '/test-api/quick', summary: '', output: null, errors: [] })
  const http = await createTestHttp([route(quick, { may: 'public' }, () => {})], { drainSeconds: 1 })
  const statusOf = (path: string) => fetch(http.url + path).then(({ status }) => status)
  expect(await statusOf('/readyz')).toBe(200)
  const closed = http.close()
  expect(await statusOf('/readyz')).toBe(503)
  const { status, headers } = await fetch(`${http.url}/test-api/quick`)
  expect([status, headers.get('connection')]).toEqual([204, 'close'])
  await closed
  await expect(statusOf('/readyz')).rejects.toThrow()
})

test.runIf(process.platform === 'linux')('many sockets take connections, and all close', async () => {
  const http = await createTestHttp([])
  const port = Number(new URL(http.url).port)
  // Local address and state 0A, which is listening, as the system lists them.
  const here = new RegExp(`: 0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} \\S+ 0A`, 'g')
  const listening = () => readFileSync('/proc/net/tcp', 'utf8').match(here)?.length ?? 0
  expect(listening()).toBeGreaterThan(100)
  const answers = await Promise.all(Array.from({ length: 200 }, () => fetch(`${http.url}/healthz`)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  await http.close()
  expect(listening()).toBe(0)
})

test('a busy port is reported with what to do', async () => {
  const http = await createTestHttp([])
  const port = Number(new URL(http.url).port)
  await expect(createTestHttp([], { port })).rejects.toThrow(PortInUse)
  await expect(createTestHttp([], { port })).rejects.toThrow(/choose another port with PORT/)
  await http.close()
})

test('in production the main port has no metrics', async () => {
  const http = await createTestHttp([], { metricsForAll: false })
  expect((await fetch(`${http.url}/metrics`)).status).toBe(404)
  expect((await fetch(`${http.url}/readyz`)).status).toBe(200)
  await http.close()
})

test('the metrics port has health and metrics and nothing else', async () => {
  const app = await createTestApp()
  const options = { ...app.context, ...app.context.config }
  const at = { host: '127.0.0.1', port: await freePort() }
  const monitoring = await listenForMonitoring(options, at)
  const ask = (path: string) => fetch(`http://127.0.0.1:${at.port}${path}`)
  expect((await ask('/readyz')).status).toBe(200)
  expect(await (await ask('/metrics')).text()).toContain('portal_database_connections{pool="reserved"')
  for (const path of ['/', '/docs', '/izy-org-api/api/v1/org/list']) expect((await ask(path)).status).toBe(404)
  await expect(listenForMonitoring(options, { ...at, variable: 'METRICS_PORT' })).rejects.toThrow('with METRICS_PORT')
  await monitoring!.close()
  expect(await listenForMonitoring(options, { ...at, port: 0 })).toBeNull()
  await app.close()
})
