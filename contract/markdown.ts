import { fromMarkdown } from 'mdast-util-from-markdown'

/** A parsed text. It is user input and never trusted. */
export type MarkdownNode = ReturnType<typeof fromMarkdown>['children'][number]

/** Characters that are parsed; the rest is cut off. */
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
export const parseMarkdown = (text: string): MarkdownNode[] =>
  fromMarkdown(bounded(text.slice(0, LONGEST)), { extensions: [{ disable: { null: unused } }] }).children

/** Limits for quotes and lists opened by one line, and for runs of `*` and `_`. The parser's time is quadratic in both. */
const DEEPEST = 8
const MOST_RUNS = 1000

const deeper = new RegExp(`^((?:[ \\t]*(?:[>*+-]|\\d{1,9}[.)])){${DEEPEST}}[ \\t]*\\d{0,9})(?=[>*+.)-])`, 'gm')

/** Escapes what exceeds those limits. */
function bounded(text: string): string {
  let runs = 0
  return text
    .replace(deeper, '$1\\')
    .replace(/\*+|_+/g, (run) => ((runs += 1) <= MOST_RUNS ? run : run.replace(/./g, '\\$&')))
}
