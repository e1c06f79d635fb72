interface Named {
  readonly name: string
  readonly city: string
  readonly description: string
}

/** How people write æ, ø and å who have none of these on their keyboard: `Aarhus` and `Arhus` are Århus. */
const spellings: readonly Readonly<Record<string, string>>[] = [
  { æ: 'ae', ø: 'oe', å: 'aa' },
  { æ: 'ae', ø: 'o', å: 'a' },
]

const plain = (text: string, spelling: Readonly<Record<string, string>>): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[æøå]/g, (letter) => spelling[letter]!)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')

/** The clubs that every word of a search is about; those whose name it is in come first. All of them without a word. */
export function findClubs<C extends Named>(clubs: readonly C[], search: string): C[] {
  const says = (text: string) =>
    search
      .split(/\s+/)
      .every((word) => spellings.some((spelling) => plain(text, spelling).includes(plain(word, spelling))))
  const found = clubs.filter(({ name, city, description }) => says(`${name} ${city} ${description}`))
  return found.toSorted((a, b) => Number(says(b.name)) - Number(says(a.name)))
}
