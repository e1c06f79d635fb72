import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { promptPages } from './prompt-pages.ts'

/** The names of all routes, as their files declare them. */
const names = new Set(
  globSync('web/routes/_*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/staticData: \{[^]*?name: '(\w+)'/g)].map(([, name]) => name!),
  ),
)

test('prompts are for routes that exist', () => {
  for (const prompt of ['address', 'membership'] as const)
    expect(promptPages(prompt).filter((name) => !names.has(name))).toEqual([])
})

test('at no route of buying, answering, receipts or work is anything prompted; a new route is to be decided here', () => {
  const isWork = (name: string) =>
    /^(office|operator|club|inbox|failedMessages|memberImport|memberMessages|team|duplicates)/.test(name)
  const without = [...names].filter((name) => !isWork(name) && !promptPages('address').includes(name))
  expect(without.toSorted()).toEqual(
    [
      // The checklist, and what waits, say it in their own words.
      'dashboard',
      // The form itself.
      'editParticipant',
      'editProfile',
      'event',
      'eventConfirm',
      'eventDecline',
      'claimAccount',
      'install',
      'membershipConfirm',
      'membershipDecline',
      'membershipReceipt',
      'mergeRequest',
      'moved',
      'newMembership',
      'ownData',
      'registerForEvent',
      'ticket',
      'ticketsOf',
      'unsubscribe',
      'waitingOffer',
    ].toSorted(),
  )
  expect(promptPages('address').filter(isWork)).toEqual([])
  expect(promptPages('membership').filter((name) => !promptPages('address').includes(name))).toEqual([])
})
