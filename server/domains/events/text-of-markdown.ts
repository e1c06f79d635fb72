import { cutText } from '#contract/cut-text.ts'
import { parseMarkdown, type MarkdownNode } from '#contract/markdown.ts'
import { cutBetweenWords } from '#server/http/pages/page-preview.ts'

const known = new Map<string, string>()
const MOST_KNOWN = 500

/** Characters that are parsed for a calendar and for a preview. A server parses for everybody, one text after the other. */
export const MOST_IN_CALENDAR = 4000
export const MOST_IN_PREVIEW = 1000

/**
 * The plain text of Markdown, for calendars, mails and previews. The input is untrusted. The last texts are kept: a club's events are in
 * many people's calendars, and parsing was half of what writing one costs.
 * @param withLinks a link is `text (address)`, where its text is not the address already
 */
export function plainText(markdown: string, { most = MOST_IN_CALENDAR, withLinks = false } = {}): string {
  const start = cutText(markdown, most)
  const key = `${withLinks ? 'links' : ''}\n${start}`
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const text = blocks(parseMarkdown(start), withLinks)
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  known.set(key, text)
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
  return text
}

const blocks = (nodes: readonly MarkdownNode[], withLinks: boolean): string =>
  nodes
    .map((node) => words(node, withLinks))
    .filter(Boolean)
    .join('\n\n')

function words(node: MarkdownNode, withLinks: boolean): string {
  const inside = (nodes: readonly MarkdownNode[]) => nodes.map((one) => words(one, withLinks))
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value
    case 'image':
      return node.alt ?? ''
    case 'break':
      return '\n'
    case 'link': {
      const text = inside(node.children).join('')
      const isShown = !withLinks || !/^(https?|mailto):/i.test(node.url) || node.url.endsWith(text)
      return isShown ? text : `${text} (${node.url.replace(/^mailto:/i, '')})`
    }
    case 'list':
      return node.children
        .map(
          ({ children }, index) =>
            `${node.ordered ? `${(node.start ?? 1) + index}.` : '–'} ${inside(children).join('\n')}`,
        )
        .join('\n')
    case 'blockquote':
      return blocks(node.children, withLinks)
    default:
      return 'children' in node ? inside(node.children).join('') : ''
  }
}

/** The beginning of a text on one line of at most `length` characters, cut between words. */
export const firstWords = (markdown: string, length: number): string =>
  cutBetweenWords(plainText(markdown, { most: MOST_IN_PREVIEW }), length)
