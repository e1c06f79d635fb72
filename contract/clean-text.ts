import punycode from 'punycode.js'

/** Emoji with their joiners, selectors and tags, and the joiners of scripts whose letters take other shapes with them. */
const keeps = (() => {
  const one = String.raw`\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*`
  const scripts = ['Arabic', 'Syriac', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu']
  const joined = `[${[...scripts, 'Kannada', 'Malayalam', 'Sinhala'].map((script) => String.raw`\p{Script=${script}}`).join('')}]`
  return [
    String.raw`\u{1f3f4}[\u{e0061}-\u{e007a}]+\u{e007f}`,
    String.raw`${one}(?:\u200d${one})*`,
    String.raw`[0-9#*]\ufe0f\u20e3`,
    String.raw`(?<=${joined})[\u200c\u200d](?=${joined})`,
  ].join('|')
})()
const unseen = new RegExp(String.raw`(${keeps})|[\p{Default_Ignorable_Code_Point}\u2800]`, 'gu')

/** Without characters that show nothing or turn the direction of those around them. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '$1')

/** A person's text as it is stored: composed, so that a letter is written one way, and nothing in it is unseen. */
export const cleanLine = (text: string): string => withoutUnseen(text).normalize('NFC').trim()

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
