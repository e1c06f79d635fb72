import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '#web/api/client.ts'
import { useOwnPagesAbove, useOwnTitle } from '#web/ui/page-title.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { ErrorPage, NotFoundPage } from './-error-page.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Title = () => <p role="note">{`${useOwnTitle() ?? ''}|${JSON.stringify(useOwnPagesAbove())}`}</p>

async function draw(page: ReactNode) {
  const around = () => (
    <>
      <Title />
      <main>{page}</main>
    </>
  )
  drawPage(around)
  await screen.findByRole('note')
  const heading = screen.queryByRole('heading', { level: 1 })?.textContent ?? null
  return { heading, main: screen.getByRole('main').textContent, note: screen.getByRole('note').textContent }
}

test('not found: its own message and title, without breadcrumbs', async () => {
  const { heading, main, note } = await draw(<NotFoundPage message="Page not found: /x" />)
  expect(heading).toBe('Page Not Found')
  expect(main).toContain('Page not found: /x')
  expect(note).toBe('Page Not Found|"none"')
})

test('a forbidden page has its own title and advice, and no retry button', async () => {
  const { heading, main, note } = await draw(<ErrorPage error={new ApiProblem('forbidden', 403)} />)
  expect(heading).toBe("You don't have access to this page")
  expect(note).toBe(`You don't have access to this page|"none"`)
  expect(main).toContain('Contact your club if you think this is a mistake.')
  expect(main).not.toContain('Try again')
})

test.each([new Error('broken'), new ApiProblem('internal', 500)])(
  'other errors are an internal server error: %s',
  async (error) => {
    const { heading, note } = await draw(<ErrorPage error={error} />)
    expect(heading).toBe('Internal Server Error')
    expect(note).toBe('Internal Server Error|"none"')
  },
)

test.each(['Googlebot/2.1', 'facebookexternalhit/1.1', 'Mozilla/5.0 (compatible; bingbot/2.0)'])(
  '%s sees no error page',
  async (agent) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
    for (const page of [<NotFoundPage key="1" message="x" />, <ErrorPage key="2" error={new Error('x')} />]) {
      expect(await draw(page)).toEqual({ heading: null, main: '', note: '|"none"' })
      cleanup()
    }
  },
)

test('a phone of the make Cubot is no bot', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) Chrome/120')
  expect((await draw(<NotFoundPage message="x" />)).heading).toBe('Page Not Found')
})
