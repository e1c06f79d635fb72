import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { conversations } from '#contract/conversations.ts'
import type { Input } from '#contract/endpoint.ts'
import { visitors } from '#contract/visitors.ts'
import { newToken } from '#server/database/new-id.ts'
import type { Person } from './builders.ts'
import type { TestApp } from './test-app.ts'

type Question = Input<typeof conversations.ask>

/** A question to a club, sent once. */
export const askClub = (
  app: TestApp,
  { token: as }: Pick<Person, 'token'>,
  club: { id: string },
  changes: Partial<Question> = {},
) =>
  app.call(
    conversations.ask,
    { orgId: club.id, subject: 'A boat place', text: 'Is there a boat place?', token: newToken(), ...changes },
    { as },
  )

/** A challenge with its solution, as it is exchanged for a pass. */
export async function solved(app: TestApp) {
  const challenge = await app.call(visitors.challenge, {})
  const { counter, derivedKey } = (await solveChallenge({ challenge, deriveKey }))!
  return { challenge, solution: { counter, derivedKey } }
}

export const passOf = async (app: TestApp): Promise<string> => (await app.call(visitors.pass, await solved(app))).pass

type VisitorQuestion = Input<typeof visitors.ask>

/** Somebody without an account asks, with a pass of their own unless one is given. */
export async function askAsVisitor(app: TestApp, club: { id: string }, changes: Partial<VisitorQuestion> = {}) {
  const pass = changes.pass ?? (await passOf(app))
  return app.call(visitors.ask, {
    orgId: club.id,
    name: 'Vera Visitor',
    email: 'vera@nowhere.example',
    subject: 'Swimming',
    text: 'Must one be able to swim?',
    token: newToken(),
    ...changes,
    pass,
  })
}

/** Limits would slow what a test does at once. */
export const forgetRates = (app: TestApp) => app.database.sql('truncate rate_windows')
