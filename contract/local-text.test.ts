import { expect, test } from 'vitest'
import { textsIn } from './local-text.ts'

const texts = { title: { da: 'Fest', en: 'Party' }, place: { da: 'Havnen' }, text: { da: '' } }

test('an answer in English names the texts that are in Danish, one in Danish names none', () => {
  expect(textsIn(texts, 'en')).toEqual({ title: 'Party', place: 'Havnen', text: '', danish: ['place'] })
  expect(textsIn(texts, 'da')).toEqual({ title: 'Fest', place: 'Havnen', text: '' })
})
