import { randomInt } from 'node:crypto'

/** Digits and letters that nobody mistakes for each other. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code that nobody guesses: 49 random bits, in two groups for the eye. */
export function newCouponCode(): string {
  const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')
  return `${group()}-${group()}`
}

/** As codes are compared: capitals without dashes and spaces. Empty, which no code is, for what cannot be one. */
export function keyOfCode(typed: string): string {
  const key = typed
    .normalize('NFC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return /^[A-Z0-9ÆØÅ]{1,64}$/.test(key) ? key : ''
}
