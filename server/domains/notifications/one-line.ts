/**
 * A text on one line, whatever a person wrote: line breaks of any kind become a space, and what only steers how text is
 * shown, such as writing it backwards, is left out.
 */
export const asLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
