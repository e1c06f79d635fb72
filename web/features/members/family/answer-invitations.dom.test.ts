import { expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { answerInvitations, answerOutcome } from './answer-invitations.ts'

const invitation = (id: string, more = {}) => ({
  id,
  inviterEmail: 'a@example.com',
  inviteeEmail: 'b@example.com',
  ...more,
})

function options() {
  const sent: string[] = []
  const logged: string[] = []
  return {
    sent,
    logged,
    send: async (id: string) => {
      sent.push(id)
      if (id === 'broken') throw new Error('no answer')
      return id === 'refused'
        ? { status: 'error' as const, message: 'It was withdrawn.' }
        : { status: 'success' as const, message: `${id} is linked.` }
    },
    textOf: () => "We can't connect.",
    log: (error: unknown) => logged.push((error as Error).message),
  }
}

test('an invitation without an address is skipped and logged; the others are answered', async () => {
  const { sent, logged, ...rest } = options()
  const results = await answerInvitations(
    [
      invitation('one'),
      invitation('two', { inviteeEmail: null }),
      invitation('three', { inviterEmail: '' }),
      invitation('four'),
    ],
    rest,
  )
  expect(sent).toEqual(['one', 'four'])
  expect(results.map(({ id, ok }) => [id, ok])).toEqual([
    ['one', true],
    ['four', true],
  ])
  expect(logged).toEqual([expect.stringContaining('two'), expect.stringContaining('three')])
})

test('a failed call is logged and reported, and the next one is still answered', async () => {
  const { logged, ...rest } = options()
  const results = await answerInvitations([invitation('broken'), invitation('refused'), invitation('last')], rest)
  expect(results).toEqual([
    { id: 'broken', ok: false, message: "We can't connect." },
    { id: 'refused', ok: false, message: 'It was withdrawn.' },
    { id: 'last', ok: true, message: 'last is linked.' },
  ])
  expect(logged).toEqual(['no answer'])
})

test("an answer says where to change one's mind; one that failed does not", () => {
  overwriteGetLocale(() => 'en')
  const given = { id: 'one', ok: true, message: 'Done.' }
  expect(answerOutcome([given], 'approve', 'dialog').messages).toEqual([
    'Done.',
    'You can always end a link under My Participants.',
  ])
  expect(answerOutcome([given], 'reject', 'notification').messages[1]).toMatch(/^If you change your mind/)
  expect(answerOutcome([{ ...given, ok: false }], 'reject', 'dialog').messages).toEqual(['Done.'])
})
