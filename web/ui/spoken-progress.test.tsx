import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { LanguageProvider, useLanguage } from './language.tsx'
import { SpokenProgress } from './spoken-progress.tsx'

afterEach(cleanup)

test('a job of a thousand rows is read aloud once a quarter, and at its end', () => {
  const bar = (done: number, total = 1000) => (
    <MantineProvider env="test">
      <SpokenProgress words={`${done} of ${total}`} done={done} total={total} />
    </MantineProvider>
  )
  const { rerender } = render(bar(0, 0))
  const said = new Set<string | null>()
  for (let done = 0; done <= 1000; done += 20) {
    rerender(bar(done))
    said.add(screen.getByRole('status').textContent)
  }
  expect([...said]).toEqual(['0 of 1000', '260 of 1000', '500 of 1000', '760 of 1000', '1000 of 1000'])
})

test('within a quarter, the words follow the language', async () => {
  let [language, tell] = ['en' as 'da' | 'en', () => {}]
  const current = () => language
  const onChange = (listener: () => void) => {
    tell = listener
    return () => undefined
  }
  overwriteGetLocale(current)
  const Job = () => <SpokenProgress words={useLanguage() === 'da' ? '3 af 8' : '3 of 8'} done={3} total={8} />
  render(
    <MantineProvider env="test">
      <LanguageProvider current={current} onChange={onChange}>
        <Job />
      </LanguageProvider>
    </MantineProvider>,
  )
  expect(screen.getByRole('status').textContent).toBe('3 of 8')
  await act(async () => {
    language = 'da'
    tell()
  })
  expect(screen.getByRole('status').textContent).toBe('3 af 8')
})
