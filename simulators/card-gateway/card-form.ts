import type { WindowWord } from './window-words.ts'

export type CardField = 'cardNumber' | 'expiry' | 'cvc'
export type CardForm = Record<CardField, string>
export type CardFlaws = Partial<Record<CardField, WindowWord>>

/** Validates a card form: returns the card or what is wrong. */
export function readCard(
  form: CardForm,
  today: Date,
): { flaws: CardFlaws } | { card: { number: string; expiry: string } } {
  const flaws: CardFlaws = {}
  const number = form.cardNumber.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) flaws.cardNumber = 'badNumber'
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*[/. -]?\s*(?:20)?(\d{2})\s*$/.exec(form.expiry) ?? []
  const expiry = year + month.padStart(2, '0')
  const thisMonth = today.toISOString().slice(2, 7).replace('-', '')
  if (!month || Number(month) < 1 || Number(month) > 12) flaws.expiry = 'badExpiry'
  else if (expiry < thisMonth) flaws.expiry = 'pastExpiry'
  if (!/^\s*\d{3,4}\s*$/.test(form.cvc)) flaws.cvc = 'badCvc'
  return Object.keys(flaws).length > 0 ? { flaws } : { card: { number, expiry } }
}
