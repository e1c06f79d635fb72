import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { FamilyPreview } from './family-preview.tsx'
import { newQuestion, type QuestionValues } from './question-values.ts'

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  Object.defineProperty(window, 'matchMedia', {
    writable: true,
    value: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
})
afterEach(cleanup)

const question = (labelDa: string, rest: Partial<QuestionValues> = {}): QuestionValues => ({
  ...newQuestion(),
  labelDa,
  ...rest,
})

test('each of the family sees what concerns them, as they answer, and nothing of the office', async () => {
  const travel = question('Rejse', { kind: 'yes_no' })
  const questions = [
    travel,
    question('Køresyg', { dependsOn: travel.id, chosen: ['true'] }),
    question('Svømmer', { dependsOn: 'age', minAge: '', maxAge: '10' }),
    question('Notat', { scope: 'office' }),
    question('Bil', { scope: 'order' }),
    question('Trøje', { when: 'later', until: '2049-01-01' }),
  ]
  render(
    <MantineProvider env="test">
      <FamilyPreview questions={questions} categories={[]} onClose={() => undefined} />
    </MantineProvider>,
  )
  const of = async (name: string) => within(await screen.findByRole('region', { name }))
  const [adult, older, younger] = [await of('Parent'), await of('Older child'), await of('Younger child')]
  expect([adult, older, younger].map((one) => one.queryByLabelText(/Svømmer/) !== null)).toEqual([false, false, true])
  expect(adult.queryByLabelText(/Køresyg/)).toBeNull()
  fireEvent.change(adult.getByLabelText(/Rejse/), { target: { value: 'true' } })
  expect(adult.getByLabelText(/Køresyg/)).toBeTruthy()
  expect(older.queryByLabelText(/Køresyg/)).toBeNull()
  fireEvent.change(older.getByLabelText('Age'), { target: { value: '9' } })
  expect(older.getByLabelText(/Svømmer/)).toBeTruthy()
  expect(screen.getAllByLabelText(/Bil/).length).toBe(1)
  expect(screen.queryByLabelText(/Notat|Trøje/)).toBeNull()
})
