import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createWhatsapp } from '#server/domains/notifications/index.ts'
import { buildClub, signedIn, wantsWhatsapp, type Club, type Person } from '#server/testing/builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { freePort } from '#server/testing/outside/free-port.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

describe('after a payment', () => {
  let app: TestApp
  let anna: Person
  beforeAll(async () => {
    app = await createTestApp({ WHATSAPP_URL: inject('simulators').whatsappUrl, WHATSAPP_TOKEN: 'a-token' })
    anna = await wantsWhatsapp(app, await signedIn(app, 'anna@example.com'))
  })
  afterAll(() => app.close())

  const sent = async (club: Club) => {
    const list = await fetch(`${inject('simulators').url}/simulators/whatsapp/messages.json`)
    const messages = (await list.json()) as { to: string; template: string; language: string; parameters: string[] }[]
    return messages.filter((one) => one.parameters.includes(`Club ${club.key}`))
  }
  const rows = (club: Club) =>
    app.database.sql<{ id: string; status: string }>(
      `select messages.id, messages.status from messages join orders on orders.id::text = data->>'orderId'
       where channel = 'whatsapp' and org_id = $1`,
      [club.id],
    )

  test('the buyer gets one message in the registered template', async () => {
    const club = await buildClub(app)
    await buy(app, anna, club)
    await app.runJobs({ all: true })
    expect(await sent(club)).toMatchObject([
      {
        to: '4520112233',
        template: 'membership_paid',
        language: 'en',
        parameters: ['Anna', `Club ${club.key}`, club.season.startDate.slice(0, 4)],
      },
    ])
    expect(await rows(club)).toMatchObject([{ status: 'sent' }])
  })

  test('a message that a crash left half sent is not sent again', async () => {
    const club = await buildClub(app)
    await buy(app, anna, club)
    await app.database.sql(`update messages set status = 'sending' where channel = 'whatsapp' and status = 'waiting'`)
    expect(await app.runJobs({ all: true, mayFail: true })).toMatchObject({ failed: ['notifications.send-whatsapp'] })
    expect(await sent(club)).toEqual([])
    expect(await rows(club)).toMatchObject([{ status: 'failed' }])
  })

  test('a test order sends nothing to a phone', async () => {
    const club = await buildClub(app, { testMode: true })
    await buy(app, anna, club)
    expect(await rows(club)).toEqual([])
  })

  test('without WhatsApp no message is enqueued', async () => {
    const off = await createTestApp()
    const club = await buildClub(off)
    await buy(off, await signedIn(off, 'anna@example.com'), club)
    expect(await off.database.sql(`select id from messages where channel = 'whatsapp'`)).toEqual([])
    await off.close()
  })

  test('while WhatsApp is down the message waits, and the purchase stays paid', async () => {
    const down = createWhatsapp({ url: `http://127.0.0.1:${await freePort()}`, token: 'x' })
    const message = { to: '4520112233', template: 't', language: 'da', parameters: [] } as const
    await expect(down.send('id', message)).rejects.toMatchObject({ name: 'WhatsappUnavailable' })
    const refused = createWhatsapp({ url: `${inject('simulators').whatsappUrl}/x`, token: 'x' })
    await expect(refused.send('id', message)).rejects.toMatchObject({ name: 'WhatsappRefused' })
  })
})
