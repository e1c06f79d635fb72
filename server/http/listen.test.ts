import { expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { createTestHttp } from '#server/testing/test-http.ts'
import { PortInUse } from './listen.ts'
import { route } from './route.ts'

function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

test('a stop lets a call in flight finish and takes no new one', async () => {
  const [arrived, release] = [gate(), gate()]
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

test('a busy port is told with what to do', async () => {
  const http = await createTestHttp([])
  const port = Number(new URL(http.url).port)
  await expect(createTestHttp([], { port })).rejects.toThrow(PortInUse)
  await expect(createTestHttp([], { port })).rejects.toThrow(/choose another port with PORT/)
  await http.close()
})
