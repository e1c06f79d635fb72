import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiProblem } from '#web/api/client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { EventNotPublic, isNotPublic } from './event-not-public.tsx'

afterEach(cleanup)

test.each([
  ['en', 'You can see it from Friday, 1 January 2027 at 08:00. The same link works then.'],
  ['da', 'Du kan se det fra fredag den 1. januar 2027 kl. 08.00. Så virker det samme link.'],
] as const)('an event that is shown later says from when: %s', async (language, sentence) => {
  overwriteGetLocale(() => language)
  const data = { from: '2027-01-01T07:00:00.000Z', timeZone: 'Europe/Copenhagen' }
  const problem = new ApiProblem('event_not_public', 403, { data })
  expect(isNotPublic(problem)).toBe(true)
  drawPage(() => <EventNotPublic problem={problem} />)
  expect(await screen.findByText(sentence)).toBeTruthy()
})
