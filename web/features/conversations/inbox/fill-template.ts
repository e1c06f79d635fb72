/** What a template's placeholders stand for. */
export interface Filling {
  /** Whoever asks. */
  readonly name: string
  readonly club: string
}

/**
 * The words of a template for one answer: `{name}` becomes the first name of whoever asks, `{club}` the club's. What they are
 * filled in with is text, and is not looked through for placeholders again; other braces stay.
 */
export const fillTemplate = (text: string, { name, club }: Filling): string =>
  text.replace(/\{(name|club)\}/g, (_, what: string) => (what === 'name' ? (name.split(/\s+/)[0] ?? name) : club))
