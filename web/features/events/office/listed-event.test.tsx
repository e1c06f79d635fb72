import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { filterText } from '#contract/filters.ts'
import { registrationFilterFields } from '#contract/events/registrations.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { WaitingGuests } from './listed-event.tsx'

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  Object.defineProperty(window, 'matchMedia', {
    writable: true,
    value: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
  })
})
afterEach(cleanup)

async function linksOf(event: { waiting: number; answersMissing: number }): Promise<[string, URL][]> {
  const component = () => (
    <main>
      <WaitingGuests orgKey="ROKLUB" event={{ id: 'e1', ...event }} />
    </main>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory(),
    stringifySearch: (search) => `?${new URLSearchParams(search as Record<string, string>)}`,
  })
  drawPage(router)
  const links = [...(await screen.findByRole('main')).querySelectorAll('a')]
  return links.map(({ textContent, href }) => [textContent, new URL(href)])
}

test('a listed event leads to its waiting list, and to those whose answers are missing', async () => {
  const [waiting, missing] = await linksOf({ waiting: 1, answersMissing: 3 })
  expect([waiting![0], missing![0]]).toEqual(['1 entry on the waiting list', '3 tickets are missing answers'])
  expect(waiting![1].pathname + waiting![1].hash).toBe('/office/ROKLUB/events/e1#waiting')
  const query = missing![1].searchParams
  expect(query.get('tab')).toBe('people')
  const filter = filterText(registrationFilterFields).parse(query.get('filter')!)
  expect(filter).toEqual({ field: 'answersMissing', op: 'any_of', values: ['yes'] })
})

test('an event without any has no such links', async () => {
  expect(await linksOf({ waiting: 0, answersMissing: 0 })).toEqual([])
})
