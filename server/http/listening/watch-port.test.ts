import { expect, test } from 'vitest'
import { freePort } from '#server/testing/outside/free-port.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { createTestHttp } from '#server/testing/test-http.ts'
import { watchPort } from './watch-port.ts'

test('where metrics are not for all, the port of the calls has none', async () => {
  const http = await createTestHttp([], { metricsForAll: false })
  expect((await fetch(`${http.url}/metrics`)).status).toBe(404)
  expect((await fetch(`${http.url}/readyz`)).status).toBe(200)
  await http.close()
})

test('a port of its own tells health and metrics of the process, and nothing else', async () => {
  const app = await createTestApp()
  const options = { ...app.context, ...app.context.config }
  const at = { host: '127.0.0.1', port: await freePort() }
  const watched = await watchPort(options, at)
  const ask = (path: string) => fetch(`http://127.0.0.1:${at.port}${path}`)
  expect((await ask('/readyz')).status).toBe(200)
  expect(await (await ask('/metrics')).text()).toContain('portal_database_connections{pool="reserved"')
  for (const path of ['/', '/docs', '/izy-org-api/api/v1/org/list']) expect((await ask(path)).status).toBe(404)
  await expect(watchPort(options, { ...at, variable: 'METRICS_PORT' })).rejects.toThrow('with METRICS_PORT')
  await watched!.close()
  expect(await watchPort(options, { ...at, port: 0 })).toBeNull()
  await app.close()
})
