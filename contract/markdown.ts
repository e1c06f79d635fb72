import { fromMarkdown } from 'mdast-util-from-markdown'

/** What stands in a parsed text comes from people and is never trusted. */
export type MarkdownNode = ReturnType<typeof fromMarkdown>['children'][number]

/** Characters of a text that are read. */
const LONGEST = 20_000

/** HTML and the like stay the text they are. */
const unused = [
  'htmlFlow',
  'htmlText',
  'characterReference',
  'codeFenced',
  'codeIndented',
  'setextUnderline',
  'definition',
]

/** The one way in which pages, calendars and previews read Markdown: CommonMark without HTML, entities, code blocks and references. */
export const parseMarkdown = (text: string): MarkdownNode[] =>
  fromMarkdown(bounded(text.slice(0, LONGEST)), { extensions: [{ disable: { null: unused } }] }).children

/** Quotes and lists that one line may open, and runs of `*` and `_` in a text. The parser's time grows with the square of both. */
const DEEPEST = 8
const MOST_RUNS = 1000

const deeper = new RegExp(`^((?:[ \\t]*(?:[>*+-]|\\d{1,9}[.)])){${DEEPEST}}[ \\t]*\\d{0,9})(?=[>*+.)-])`, 'gm')

/** Marks beyond those are text. */
function bounded(text: string): string {
  let runs = 0
  return text
    .replace(deeper, '$1\\')
    .replace(/\*+|_+/g, (run) => ((runs += 1) <= MOST_RUNS ? run : run.replace(/./g, '\\$&')))
}
