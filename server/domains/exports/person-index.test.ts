import { expect, test } from 'vitest'
import { AuditEvent } from '#contract/members/acting.ts'
import { kindOf } from '#contract/notifications/messages.ts'
import { languages } from '#contract/values.ts'
import * as schema from '#server/database/schema/index.ts'
import { getTableColumns, getTableConfig, is, PgTable } from '#server/database/sql.ts'
import { personalData } from '#server/domains/privacy/index.ts'
import { indexPage } from './person-index.ts'

const cellsOf = (index: string) => [...index.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => cell!)

test.each(languages)('the index in %s has words for every value that is a key of the portal', (language) => {
  const keys: [table: string, column: string, values: readonly string[]][] = [
    ['acts', 'name', AuditEvent.options],
    ['messages', 'template', Object.keys(kindOf)],
  ]
  for (const table of Object.values(schema).filter((one) => is(one, PgTable)))
    for (const { name, enumValues } of Object.values(getTableColumns(table)))
      if (enumValues) keys.push([getTableConfig(table).name, name, enumValues.filter((value: string) => value !== '')])
  const unworded = keys
    .filter(([name]) => personalData[name]?.title)
    .flatMap(([name, column, values]) => {
      const rows = values.map((value) => ({ [column]: value }))
      const { title } = personalData[name]!
      const index = indexPage(
        { name: '', madeAt: '2026-03-01', files: [], clubs: new Map(), sections: [{ name, title: title!, rows }] },
        language,
      )
      return cellsOf(index).filter((cell) => values.includes(cell))
    })
  expect(unworded).toEqual([])
})

test('the index is read by people: money, days, roles, texts in their language, and a season by its days', () => {
  const rows: Record<string, Record<string, unknown>> = {
    orders: {
      total: 125_000,
      currency: 'DKK',
      language: 'da',
      billing: {
        city: 'Roskilde',
        name: 'Anna',
        email: 'a@b.dk',
        phone: '+4520111111',
        country: 'Denmark',
        postCode: '4000',
        addressLine1: 'Vej 1',
        addressLine2: '',
        addressLine3: '',
      },
    },
    notifications: { title: 'Paid', danish: { title: 'Betalt' }, created_at: '2026-03-01T12:00:00.000Z' },
    acts: { name: 'of_an_earlier_version', at: '2026-03-01T12:00:00.000Z' },
    office_grants: { roles: ['treasurer', 'trainer'] },
    office_history: { name: 'person_changed', label: 'Anna Holm' },
    payments: { device: 'Chrome, desktop, Linux', reason: '10' },
    membership_terms: { status: 'active', start_date: '2024-01-01', end_date: '2024-12-31' },
    saved_cards: { label: '4100 00XX', expires: '2039-12' },
    event_answers: { question: 'Bus?', value: 'Ja' },
    exports: { org_id: 'x', total: 1 },
  }
  const sections = Object.entries(rows).map(([name, row]) => ({ name, title: { da: name, en: name }, rows: [row] }))
  const index = indexPage(
    { name: 'Anna', madeAt: '2026-03-01T12:00:00Z', files: [], clubs: new Map([['x', 'Klubben']]), sections },
    'da',
  )
  expect(cellsOf(index)).toEqual([
    'Dansk',
    '1.250,00\u00a0kr.',
    'Anna, Vej 1, 4000 Roskilde, Danmark, a@b.dk, +45\u00a020\u00a011\u00a011\u00a011',
    'Betalt',
    'søn. den 1. marts 2026 kl. 13.00',
    'Anden ændring',
    'søn. den 1. marts 2026 kl. 13.00',
    'Kasserer, træner',
    'Redigerede oplysninger om Anna Holm',
    'Chrome, computer, Linux',
    'Afsluttet',
    '1. januar 2024',
    '31. december 2024',
    '4100 00XX',
    '12/39',
    'Bus?',
    'Ja',
    'Klubben',
  ])
})
