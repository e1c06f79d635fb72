import { expect, test } from 'vitest'
import { textsIn } from './local-text.ts'

const texts = { title: { da: 'Fest', en: 'Party' }, place: { da: 'Havnen' }, text: { da: '' } }

test('a reader of English learns which texts there are in Danish only, a reader of Danish nothing', () => {
  expect(textsIn(texts, 'en')).toEqual({ title: 'Party', place: 'Havnen', text: '', danish: ['place'] })
  expect(textsIn(texts, 'da')).toEqual({ title: 'Fest', place: 'Havnen', text: '' })
})
