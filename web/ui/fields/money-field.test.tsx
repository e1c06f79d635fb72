import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { MoneyField, NumberField } from './money-field.tsx'

let texts: string[]
beforeEach(() => {
  overwriteGetLocale(() => 'da')
  texts = []
})
afterEach(cleanup)

const keep = (text: string) => void texts.push(text)
const shown = () => screen.getByRole('status').textContent
const input = () => screen.getByLabelText<HTMLInputElement>('Pris')

/** Types key by key into an empty field, and leaves it. */
async function type(text: string, field = <MoneyField label="Pris" onChange={keep} />) {
  const hand = userEvent.setup()
  render(<MantineProvider>{field}</MantineProvider>)
  await hand.click(input())
  await hand.keyboard(text)
  const whileTyping = screen.queryByRole('status')?.textContent ?? ''
  await hand.tab()
  return { hand, whileTyping }
}

test.each([
  ['1.200', '= 1.200,00\u00a0kr.'],
  ['1.234,50', '= 1.234,50\u00a0kr.'],
  ['2.500 kr.', '= 2.500,00\u00a0kr.'],
  ['kr. 100', '= 100,00\u00a0kr.'],
  ['1200,-', '= 1.200,00\u00a0kr.'],
  ['700.50', '= 700,50\u00a0kr.'],
])('%s stays as it was typed, and is read when the field is left', async (typed, understood) => {
  const { whileTyping } = await type(typed)
  expect(whileTyping.trim()).toBe('')
  expect(input().value).toBe(typed)
  expect(texts.at(-1)).toBe(typed)
  expect(shown()).toBe(understood)
  expect(input().getAttribute('aria-invalid')).not.toBe('true')
})

test('an ambiguous amount asks for a choice, which is applied', async () => {
  const { hand } = await type('1,250')
  expect(screen.getByText('Er det 1.250,00 kr. eller 1,25 kr.?')).toBeTruthy()
  expect(input().getAttribute('aria-invalid')).toBe('true')
  await hand.click(screen.getByRole('button', { name: /^1,25/ }))
  expect(input().value).toBe('1,25')
  expect(texts.at(-1)).toBe('1,25')
  expect(shown()).toBe('= 1,25\u00a0kr.')
  expect(screen.queryByRole('group')).toBeNull()
})

test.each([
  ['1e3', 'Skriv et beløb som 1250 eller 1.250,50.'],
  ['-100', 'Et beløb kan ikke være negativt.'],
])('%s is refused with a sentence, and nothing typed is lost', async (typed, sentence) => {
  await type(typed)
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(input().value).toBe(typed)
})

test.each([
  ['-5', 'Tallet kan ikke være negativt.'],
  ['1,5', 'Skriv et helt tal uden decimaler.'],
  ['1e3', 'Skriv et tal med cifre.'],
])('the number %s is refused with a sentence, and nothing typed is lost', async (typed, sentence) => {
  await type(typed, <NumberField label="Pris" onChange={keep} />)
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(input().value).toBe(typed)
  expect(texts.at(-1)).toBe(typed)
})

test('decimals are typed where a number has some', async () => {
  await type('12,5', <NumberField decimals label="Pris" onChange={keep} />)
  expect(input().getAttribute('aria-invalid')).not.toBe('true')
})
