import { fromMarkdown } from 'mdast-util-from-markdown'
import { cutText } from './cut-text.ts'

/** A parsed text. It is user input and never trusted. */
export type MarkdownNode = ReturnType<typeof fromMarkdown>['children'][number]

/** Characters that are parsed; the rest is cut off. Servers, where one text holds up everybody, parse fewer. */
const LONGEST = 20_000

/** HTML and these constructs stay plain text. */
const unused = [
  'htmlFlow',
  'htmlText',
  'characterReference',
  'codeFenced',
  'codeIndented',
  'setextUnderline',
  'definition',
]

/** Parses Markdown for pages, mails, calendars and previews: CommonMark without HTML, entities, code blocks and references. */
export function parseMarkdown(text: string, most = LONGEST): MarkdownNode[] {
  const { marked, plain } = boundedMarkdown(text, most)
  const { children } = fromMarkdown(marked, { extensions: [{ disable: { null: unused } }] })
  return plain === '' ? children : [...children, { type: 'paragraph', children: [{ type: 'text', value: plain }] }]
}

/** Signs of Markdown and ends of lines in a text, and quotes and lists opened by one line. The parser's time is quadratic in all of them. */
export const MOST_SIGNS = 1500
const DEEPEST = 8

/** Opening an item or a quote costs most. */
const ITEM = 8

const sign = /^[ \t]*(?:[>*+-]|\d{1,9}[.)])|[\\*_`[\]<>!#+~-]|\n/gm
const deeper = new RegExp(`^((?:[ \\t]*(?:[>*+-]|\\d{1,9}[.)])){${DEEPEST}}[ \\t]*\\d{0,9})(?=[>*+.)-])`, 'gm')

/** Splits a text at the first line with too many signs: the parser reads `marked`, and `plain` stays as it is written. */
export function boundedMarkdown(text: string, most: number): { readonly marked: string; readonly plain: string } {
  const kept = cutText(text, most)
  let signs = 0
  for (const { index } of kept.matchAll(sign)) {
    const opens = kept[index] !== '\n' && (index === 0 || kept[index - 1] === '\n')
    if ((signs += opens ? ITEM : 1) <= MOST_SIGNS) continue
    const line = kept.lastIndexOf('\n', index - 1) + 1
    return { marked: kept.slice(0, line).replace(deeper, '$1\\'), plain: kept.slice(line) }
  }
  return { marked: kept.replace(deeper, '$1\\'), plain: '' }
}
