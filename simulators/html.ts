/** Markup that is already safe to send. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | false | null | undefined | readonly Part[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function render(part: Part): string {
  if (part instanceof Markup) return part.text
  if (part === false || part === null || part === undefined) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  return `${part as string | number}`.replace(/[&<>"']/g, (character) => entities[character]!)
}

/** Tagged template that escapes every value except its own markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string))
}
