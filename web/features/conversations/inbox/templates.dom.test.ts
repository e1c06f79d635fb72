import { expect, test } from 'vitest'
import { fillTemplate } from './template-dialog.tsx'

test('a template is filled with the first name and the club', () => {
  const filling = { name: 'Anna Holm', club: 'Roskilde Roklub' }
  expect(fillTemplate('Hi {name}, welcome to {club}! {name}: {date} {Name}', filling)).toBe(
    'Hi Anna, welcome to Roskilde Roklub! Anna: {date} {Name}',
  )
})

test('placeholders in a name are not filled in', () => {
  expect(fillTemplate('{name} {club}', { name: '{club}$&', club: '$1{name}' })).toBe('{club}$& $1{name}')
})
