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
 */
export function plainText(markdown: string, most = MOST_IN_CALENDAR): string {
  const start = cutText(markdown, most)
  const kept = known.get(start)
  if (kept !== undefined) return kept
  const text = blocks(parseMarkdown(start))
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  known.set(start, text)
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
  return text
}

const blocks = (nodes: readonly MarkdownNode[]): string => nodes.map(words).filter(Boolean).join('\n\n')

function words(node: MarkdownNode): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value
    case 'image':
      return node.alt ?? ''
    case 'break':
      return '\n'
    case 'list':
      return node.children
        .map(
          ({ children }, index) =>
            `${node.ordered ? `${(node.start ?? 1) + index}.` : '–'} ${children.map(words).join('\n')}`,
        )
        .join('\n')
    case 'blockquote':
      return blocks(node.children)
    default:
      return 'children' in node ? node.children.map(words).join('') : ''
  }
}

/** The same on one line of at most `length` characters, cut between words. */
export const firstWords = (markdown: string, length: number): string =>
  cutBetweenWords(plainText(markdown, MOST_IN_PREVIEW), length)
