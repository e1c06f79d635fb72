import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, inject, test } from 'vitest'
import { tickets } from '#contract/tickets.ts'
import { buildClub } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { seedDemoWorld } from './seed.ts'

/** The example of the guide for developers does what the guide says, over HTTP, as a program of its own. */
const run = promisify(execFile)
let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
  await seedDemoWorld(app.context)
})

const buyTicket = async (member: string) => {
  const env = { PATH: process.env.PATH, PORTAL: app.url, OIDC_ISSUER: inject('simulators').issuer, MEMBER: member }
  return (await run(process.execPath, ['docs/examples/buy-a-ticket.mjs'], { env })).stdout.trim().split('\n')
}

test('a program signs in, pays for a ticket by card, and gets it', async () => {
  const club = await buildClub(app)
  const soon = new Date(Date.now() + 3_600_000)
  await buildEvent(app, club, { title: 'The very next one', startsAt: soon, endsAt: new Date(soon.getTime() + 60_000) })

  const [who, what, price, order, ticket, ...rest] = await buyTicket('anna@example.com')
  expect(rest).toEqual([])
  expect(who).toBe('Signed in as Anna Holm')
  expect(what).toMatch(/^The very next one, \d{4}-.+, adult$/)
  expect(price).toBe('200.00 DKK')
  expect(order).toMatch(/^Order \S+ is paid, receipt \S+$/)

  const anna = await app.signIn('anna@example.com')
  const held = await app.call(tickets.list, {}, { as: anna })
  const bought = held.find(({ event }) => event.title === 'The very next one')!
  expect(bought.status).toBe('valid')
  expect(ticket).toBe(`Ticket ${bought.number} for Anna Holm: ${bought.code}`)
})
