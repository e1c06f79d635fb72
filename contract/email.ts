import punycode from 'punycode.js'
import * as z from 'zod/mini'
import { cleanLine } from './clean-text.ts'
import { storable } from './values.ts'

/** An e-mail address as servers of mail know it: its domain in ASCII (`xn--…`). */
export const asciiEmail = (address: string): string => withDomain(address, (domain) => punycode.toASCII(domain))

/** An e-mail address as people write it, and as it is stored and compared: in lower case, its domain in its own letters. */
export const readableEmail = (address: string): string =>
  withDomain(cleanLine(address).toLowerCase(), (domain) =>
    punycode.toUnicode(domain.normalize('NFKC')).normalize('NFC'),
  )

function withDomain(address: string, change: (domain: string) => string): string {
  const at = address.lastIndexOf('@') + 1
  if (at === 0) return address
  try {
    return address.slice(0, at) + change(address.slice(at))
  } catch {
    // `xn--` before what is no Punycode.
    return address
  }
}

/** The address in what is pasted from a mail: `Anna Holm <anna@holm.example>;`. */
const pasted = (text: string): string =>
  text
    .trim()
    .replace(/[,;]$/, '')
    .replace(/^[^<>]*<([^<>]*)>$/, '$1')
    .replace(/^mailto:/i, '')

/** An address is not read in more than this: the letters of a domain cost the square of their number. */
const MOST_PASTED = 1000

/** The domain may have letters of any language; at mail servers it is ASCII. */
export const Email = z.string().check(
  z.overwrite((typed) => (typed.length > MOST_PASTED ? typed : readableEmail(pasted(typed)))),
  z.maxLength(254, { abort: true }),
  storable,
  z.email({
    pattern: /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z\d\u0080-\uffff-]+\.)+[a-z\u0080-\uffff]{2,}$/i,
    abort: true,
  }),
  z.check(({ value: input, issues }) => {
    const isDelivered = /@[\p{L}\p{M}\p{N}.-]+$/u.test(input) && asciiEmail(input).length <= 254
    if (!isDelivered) issues.push({ code: 'invalid_format', format: 'email', input })
  }),
)
