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

/** As many marks as a letter keeps: to put them in order costs the square of their number. */
const stacked = /(\p{M}{30})\p{M}+/gu

/** With each letter written one way. */
export const composed = (text: string): string => text.replace(stacked, '$1').normalize('NFC')

/** A person's text as it is stored: composed, and nothing in it is unseen. */
export const cleanLine = (text: string): string => composed(withoutUnseen(text)).trim()
