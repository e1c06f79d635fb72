import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ledger } from './card-gateway/ledger.ts'
import type { MailLedger } from './mailbox/index.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'simulators-main-'))
let ports: number[]
let child: ChildProcess
beforeAll(async () => {
  ports = [await freePort(), await freePort()]
})
afterAll(() => {
  child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** `npm run simulators` as a process of its own. @returns its address */
async function start(): Promise<string> {
  const [port, smtp] = ports
  child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SIMULATORS_PORT: String(port),
      SIMULATORS_SMTP_PORT: String(smtp),
      SIMULATORS_URL: `http://127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const part of child.stdout!) if ((said += String(part)).includes('Start the portal')) break
  return `http://127.0.0.1:${port}/simulators`
}

test('killed at any moment, they restart with their ledgers', async () => {
  const url = await start()
  const key = randomUUID()
  const json = { 'content-type': 'application/json', authorization: key }
  const gateway = `${url}/card-gateway`
  const order = { Amount: 100, Currency: 'DKK', OrderNumber: 'KILLED', CustomerAcceptUrl: 'http://127.0.0.1/paid' }
  const BillingAddress = { AddressLine1: 'Havnevej 1', City: 'København', PostCode: '2100', Country: '208' }
  const made = await fetch(`${gateway}/gw/api/payment`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ ...order, BillingAddress, ServerCallbackUrl: 'http://127.0.0.1:1/callback' }),
  })
  const { paymentWindowLink } = (await made.json()) as { paymentWindowLink: string }
  const form = { action: 'pay', cardNumber: '4100 0000 0000 0000', expiry: '12/39', cvc: '123' }
  await fetch(paymentWindowLink, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  await fetch(`${gateway}/faults`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ endpoint: 'capture', drop: true }),
  })
  const transport = nodemailer.createTransport(`smtp://127.0.0.1:${ports[1]}`)
  await transport.sendMail({
    from: 'a@example.com',
    to: 'b@example.com',
    subject: 'x',
    text: 'x',
    messageId: '<kept@x>',
  })
  transport.close()

  child.kill('SIGKILL')
  await once(child, 'exit')
  await start()
  const read = async (address: string): Promise<unknown> => (await fetch(address)).json()
  const ledger = (await read(`${gateway}/ledger.json`)) as Ledger
  expect(ledger.links).toMatchObject([{ orderNumber: 'KILLED' }])
  expect(ledger.authorizations).toMatchObject([{ amount: 100 }])
  expect(ledger.callbacks).toMatchObject([{ state: 'pending' }])
  expect(await read(`${gateway}/faults`)).toMatchObject([{ endpoint: 'capture', drop: true }])
  expect((await read(`${url}/mailbox/ledger.json`)) as MailLedger).toMatchObject([{ messageId: '<kept@x>' }])
})
