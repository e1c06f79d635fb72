import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import type { ClubProfile } from '#contract/organisations/organisations.ts'
import { ClubCard } from './club-directory.tsx'
import { ClubFacts } from './club-facts.tsx'

afterEach(cleanup)

const sparse = { id: 'rowing', key: 'ROW', name: 'The Rowing Club', city: '', address: '', hue: 200, events: 3 }

async function draw(change: object, content: (club: ClubProfile) => ReactNode) {
  const club = { ...sparse, ...change } as unknown as ClubProfile
  const page = () => <main>{content(club)}</main>
  drawPage(page)
  return screen.findByRole('main')
}

test.each([
  ['with a town', { city: 'Roskilde' }, ['Roskilde', '3 events']],
  ['without one', {}, ['3 events']],
])('the card of a club %s has no line without words', async (_, change, lines) => {
  const main = await draw(change, (club) => <ClubCard club={club} action={null} />)
  const facts = [...main.querySelectorAll('span:has(> svg) + span')]
  expect(facts.map(({ textContent }) => textContent)).toEqual(lines)
})

test.each([
  ['with a phone', { phone: '+4546350000' }, ['About the club']],
  ['without anything', {}, []],
])('of a club %s, no heading is alone', async (_, change, headings) => {
  const main = await draw(change, (club) => <ClubFacts club={club} />)
  expect([...main.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(headings)
})
