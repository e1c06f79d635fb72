import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulators, type Started } from '../testing/start-simulators.ts'

let started: Started
beforeAll(async () => {
  started = await startSimulators()
})
afterAll(() => started.stop())

const message = {
  messaging_product: 'whatsapp',
  to: '+45 20 11 22 33',
  type: 'template',
  template: {
    name: 'receipt',
    language: { code: 'da' },
    components: [{ type: 'body', parameters: [{ type: 'text', text: '700,00 kr.' }] }],
  },
}
const send = (body: unknown, authorization = 'Bearer token') =>
  fetch(`${started.simulators.whatsappUrl}/v23.0/1234567890/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })

test('a template is accepted, kept and shown', async () => {
  const response = await send(message)
  expect(response.status).toBe(200)
  const { messages } = (await response.json()) as { messages: { id: string }[] }
  expect(messages[0]!.id).toMatch(/^wamid\./)
  await started.restart()
  const listed = await (await fetch(`${started.simulators.whatsappUrl}/messages.json?to=4520112233`)).json()
  expect(listed).toMatchObject([
    {
      id: messages[0]!.id,
      to: '4520112233',
      template: 'receipt',
      language: 'da',
      parameters: ['700,00 kr.'],
      phoneNumberId: '1234567890',
    },
  ])
  expect(await (await fetch(started.simulators.whatsappUrl)).text()).toContain('700,00 kr.')
})

test('a token and a complete message are needed', async () => {
  expect((await send(message, '')).status).toBe(401)
  expect((await send({ ...message, template: {} })).status).toBe(400)
  expect(await (await send({ ...message, to: undefined })).json()).toMatchObject({ error: { code: 100 } })
})
