import { expect, test } from 'vitest'
import type { OrderLineRow } from '../queries.ts'
import { paidWords } from './order-paid.ts'

const line = { kind: 'membership', title: 'Voksen', startDate: '2026-01-01', endDate: '2026-12-31' } as OrderLineRow
const said = (count: number, isFree: boolean) =>
  paidWords({
    club: 'Roklubben',
    lines: Array.from({ length: count }, () => line),
    locale: 'da',
    isFree,
    amount: '700,00 kr.',
  })

test('a free order is not called paid', () => {
  expect(said(1, false).subject).toBe('Medlemskabet i Roklubben for 2026 er betalt')
  expect(said(1, true).subject).toBe('Medlemskabet i Roklubben for 2026 er registreret')
  expect(Object.values(said(2, true)).flat().join(' ')).not.toMatch(/betaling|betalt|kvittering/i)
})

test('a renewal is called one, with and without payment', () => {
  const renewal = { club: 'Roklubben', lines: [line], locale: 'da', amount: '700,00 kr.', renews: true } as const
  expect(paidWords({ ...renewal, isFree: false }).subject).toBe('Medlemskabet i Roklubben er fornyet for 2026')
  expect(paidWords({ ...renewal, isFree: true }).paragraphs[0]).toContain('er fornyet')
})

test('several memberships are in the plural', () => {
  const { subject, paragraphs } = said(3, false)
  expect(subject).toBe('Medlemskaberne i Roklubben for 2026 er betalt')
  expect(paragraphs[0]).toContain('medlemskaberne er registreret')
})
