import { expect, test } from 'vitest'
import { fillTemplate } from './templates.ts'

test('a template speaks to whoever asks, in the name of the club', () => {
  const filling = { name: 'Anna Holm', club: 'Roskilde Roklub' }
  expect(fillTemplate('Hi {name}, welcome to {club}! {name}: {date} {Name}', filling)).toBe(
    'Hi Anna, welcome to Roskilde Roklub! Anna: {date} {Name}',
  )
})

test('what a name says is not taken for a template', () => {
  expect(fillTemplate('{name} {club}', { name: '{club}$&', club: '$1{name}' })).toBe('{club}$& $1{name}')
})
