export interface Filling {
  /** The recipient's full name. */
  readonly name: string
  readonly club: string
}

/**
 * Fills in a template: `{name}` becomes the recipient's first name, `{club}` the club's name. Inserted values are not
 * scanned for placeholders; other braces stay.
 */
export const fillTemplate = (text: string, { name, club }: Filling): string =>
  text.replace(/\{(name|club)\}/g, (_, what: string) => (what === 'name' ? (name.split(/\s+/)[0] ?? name) : club))
