/** Without the letters that look like digits, or like each other. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What people read out to each other: `4KQX-9M2T`, 40 random bits of the entry's id. It opens nothing. */
export function ticketNumber(entryId: string): string {
  let rest = Number.parseInt(entryId.slice(-10), 16)
  let text = ''
  for (let digit = 0; digit < 8; digit++) {
    text = signs[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** The first letters of the first and the last name. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /^\p{L}/u.exec(word)?.[0] ?? [])
  return [letters[0], letters.length > 1 ? letters.at(-1) : undefined].join('').toUpperCase()
}
