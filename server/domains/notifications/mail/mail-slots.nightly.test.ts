import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { HANGS_UP, startMailServer, type MailServer } from '#server/testing/mails/mail-server.ts'
import { freePort } from '#server/testing/outside/free-port.ts'
import { mailerTo } from '#server/testing/mails/sending.ts'
import type { Mailer } from './mailer.ts'

/** Receivers whose mail servers are slow, hang, refuse or hang up, and what that does to the others' mails. */
let server: MailServer
let answer: () => void
let from: string | undefined
let open: Mailer[]

const answers = {
  '450': '450 4.2.0 Greylisted',
  '550': '550 5.1.1 No such user',
  '421': '421 4.3.2 Too many connections to that server',
} as const

beforeEach(async () => {
  open = []
  from = undefined
  const held = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)))
  server = await startMailServer({
    from: () => from,
    rcpt: (address) => {
      if (address.includes('slow')) return held
      if (address.includes('hangs-up')) return HANGS_UP
      return Object.entries(answers).find(([code]) => address.includes(code))?.[1]
    },
  })
})
afterEach(async () => {
  answer()
  for (const one of open) one.close()
  await server.close()
})

function mailer(limits: Parameters<typeof mailerTo>[1] = {}, url = server.url): Mailer {
  const one = mailerTo(url, { patience: 20_000, ...limits })
  open.push(one)
  return one
}

const write = (address: string) => async () => ({
  to: { name: 'Anna', address },
  fromName: 'Roklub',
  replyTo: null,
  subject: 'A mail',
  html: '<p>x</p>',
  text: 'x',
  unsubscribeUrl: null,
  attachments: [],
  pictures: [],
})
const send = (by: Mailer, address: string) => by.send(address, address, write(address))
const outlook = (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    (error: { outlook?: string }) => error.outlook,
  )
const caught = () => server.caught.flatMap(({ receivers }) => receivers).toSorted()

test('many mails use few connections', async () => {
  const by = mailer({ quick: 2, slow: 0, moment: 10_000 })
  await Promise.all(Array.from({ length: 30 }, (_, at) => send(by, `anna@club${at}.example`)))
  expect(server.caught).toHaveLength(30)
  expect(server.connections()).toBeLessThanOrEqual(2)
})

test('a mail to a slow server is delivered, and nobody waits for it', async () => {
  const by = mailer({ quick: 1, slow: 1, moment: 600 })
  const slow = send(by, 'anna@slow.example')
  await send(by, 'bo@club.example')
  await send(by, 'carla@club.example')
  expect(caught()).toEqual(['bo@club.example', 'carla@club.example'])
  answer()
  await slow
  expect(caught()).toContain('anna@slow.example')
})

test('no domain has more than two mails at once; a third waits, others do not', async () => {
  const by = mailer({ moment: 10_000 })
  const slow = [1, 2, 3].map((at) => send(by, `anna${at}@slow.example`))
  await send(by, 'bo@club.example')
  expect(server.connections()).toBe(3)
  answer()
  await Promise.all(slow)
  expect(server.caught).toHaveLength(4)
})

describe('with more hanging receivers than slots', () => {
  test('hanging mails are aborted, their domain is paused, and other mails are sent', async () => {
    const by = mailer({ quick: 1, slow: 1, moment: 600 })
    const first = send(by, 'anna@slow1.example')
    expect(await outlook(send(by, 'bo@slow2.example'))).toBe('later')
    expect(by.isPaused('carla@SLOW2.example')).toBe(true)
    expect(await outlook(send(by, 'carla@slow2.example'))).toBe('busy')
    await send(by, 'dan@club.example')
    answer()
    await first
  })

  test('a domain with two hanging mails gets no third, and its waiting mails are put back', async () => {
    const by = mailer({ moment: 600 })
    const hanging = [1, 2].map((at) => send(by, `anna${at}@slow.example`))
    expect(await outlook(send(by, 'bo@slow.example'))).toBe('busy')
    expect(by.isPaused('bo@slow.example')).toBe(true)
    answer()
    await Promise.all(hanging)
    await send(by, 'bo@slow.example')
  })

  test('a mail is aborted after its time limit', async () => {
    const by = mailer({ moment: 400, longest: 400 })
    await expect(send(by, 'anna@slow.example')).rejects.toMatchObject({
      outlook: 'later',
      message: expect.stringMatching(/^No answer within \d+ s$/),
    })
    await send(by, 'bo@club.example')
  })
})

test.each([
  ['450', 'later'],
  ...(inject('nightly') ? ([['421', 'later']] as const) : []),
  ['550', 'refused'],
  ...(inject('nightly') ? ([['hangs-up', 'later']] as const) : []),
] as const)("a receiver's server that answers %s: %s, for that mail only", async (receiver, expected) => {
  const by = mailer()
  for (let at = 0; at < 5; at++) {
    expect(await outlook(send(by, `anna@${receiver}.example`))).toBe(expected)
    expect(await outlook(send(by, `bo${at}@club.example`))).toBe('sent')
  }
  // Nor when nobody else's mail has shown meanwhile that the server is there.
  for (let at = 0; at < 5; at++) expect(await outlook(send(by, `anna${at}@${receiver}.example`))).toBe(expected)
  expect(await outlook(send(by, 'bo@club.example'))).toBe('sent')
})

describe('our own mail server', () => {
  test('is down: mails wait and are sent when it is back', async () => {
    const port = await freePort()
    const by = mailer({}, `smtp://127.0.0.1:${port}`)
    await expect(send(by, 'anna@club.example')).rejects.toMatchObject({
      outlook: 'away',
      message: expect.stringMatching(/^No mail server: .*ECONNREFUSED/),
    })
    const waiting = send(by, 'bo@club.example')
    const back = await startMailServer({ port })
    await waiting
    expect(back.caught).toHaveLength(1)
    by.close()
    await back.close()
  })

  test('is down for longer than a mail waits: the mail is put back without counting an attempt', async () => {
    const by = mailer({ patience: 0 }, `smtp://127.0.0.1:${await freePort()}`)
    expect(await outlook(send(by, 'anna@club.example'))).toBe('away')
    let written = 0
    const second = by.send('2', 'bo@club.example', () => {
      written++
      return write('bo@club.example')()
    })
    expect(await outlook(second)).toBe('away')
    expect(written).toBe(0)
  })

  test('refuses every sender: after three receivers all mails wait', async () => {
    const by = mailer({ patience: 0 })
    from = '451 4.3.0 Try again'
    expect(await outlook(send(by, 'anna@a.example'))).toBe('later')
    expect(await outlook(send(by, 'anna@a.example'))).toBe('later')
    expect(await outlook(send(by, 'bo@b.example'))).toBe('later')
    expect(await outlook(send(by, 'carla@c.example'))).toBe('away')
    expect(await outlook(send(by, 'dan@d.example'))).toBe('away')
    from = undefined
    await expect.poll(() => outlook(send(by, 'dan@d.example'))).toBe('sent')
  })
})
