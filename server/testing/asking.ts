import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { conversations } from '#contract/conversations/conversations.ts'
import type { Input } from '#contract/endpoint.ts'
import { visitors } from '#contract/conversations/visitors.ts'
import { newToken } from '#server/database/new-id.ts'
import type { Person } from './builders.ts'
import type { TestApp } from './test-app.ts'

type Question = Input<typeof conversations.ask>

/** Asks a club, with a new token. */
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

/** A solved challenge, to exchange for a pass. */
export async function solved(app: TestApp) {
  const challenge = await app.call(visitors.challenge, {})
  const { counter, derivedKey } = (await solveChallenge({ challenge, deriveKey }))!
  return { challenge, solution: { counter, derivedKey } }
}

export const passOf = async (app: TestApp): Promise<string> => (await app.call(visitors.pass, await solved(app))).pass

type VisitorQuestion = Input<typeof visitors.ask>

/** Asks as a visitor, with a new pass unless one is given. */
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

/** Resets the rate limits. */
export const forgetRates = (app: TestApp) => app.database.sql('truncate rate_windows')
