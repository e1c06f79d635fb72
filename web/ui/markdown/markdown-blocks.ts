// A small part of Markdown: headings, paragraphs, lists, quotes, rules, bold, italics, code and links. What it does not know
// stays the text it is; HTML is text. Its cost grows with the text's length, whatever somebody writes.

export type Inline =
  | string
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }

export type Block =
  | { readonly kind: 'heading'; readonly depth: number; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly content: readonly Inline[] }
  | {
      readonly kind: 'list'
      readonly ordered: boolean
      readonly start: number
      readonly items: readonly (readonly Inline[])[]
    }
  | { readonly kind: 'rule' }

const heading = /^(#{1,4})[ \t]+(\S.*)$/
const rule = /^(?:-{3,}|\*{3,}|_{3,})[ \t]*$/
const quote = /^>[ \t]?(.*)$/
const item = /^[ \t]{0,3}(?:[-*+]|(\d{1,4})[.)])[ \t]+(\S.*)$/

/** Characters of a text that are read; what is beyond stays away. */
const longest = 20_000

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let quoted: string[] = []
  let list = null as { ordered: boolean; start: number; items: string[] } | null

  const close = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', content: inlinesOf(lines.join('\n')) })
    if (quoted.length > 0) blocks.push({ kind: 'quote', content: inlinesOf(quoted.join('\n')) })
    if (list) blocks.push({ kind: 'list', ...list, items: list.items.map((one) => inlinesOf(one)) })
    lines = []
    quoted = []
    list = null
  }

  for (const raw of text.slice(0, longest).split(/\r\n|\r|\n/)) {
    const line = raw.trimEnd()
    const [, marks, title] = heading.exec(line) ?? []
    const [, number, content] = item.exec(line) ?? []
    const [, said] = quote.exec(line) ?? []
    if (line.trim() === '') close()
    else if (marks !== undefined) {
      close()
      blocks.push({ kind: 'heading', depth: marks.length, content: inlinesOf(title ?? '') })
    } else if (rule.test(line)) {
      close()
      blocks.push({ kind: 'rule' })
    } else if (said !== undefined) {
      if (quoted.length === 0) close()
      quoted.push(said)
    } else if (content !== undefined) {
      const ordered = number !== undefined
      if (list?.ordered !== ordered) {
        close()
        list = { ordered, start: Number(number ?? 1), items: [] }
      }
      list.items.push(content)
    } else if (list && /^\s/.test(raw)) {
      list.items.push(`${list.items.pop() ?? ''}\n${line.trim()}`)
    } else {
      if (list || quoted.length > 0) close()
      lines.push(line)
    }
  }
  close()
  return blocks
}

/** Marks within marks go no deeper. */
const deepest = 4

export function inlinesOf(text: string, depth = 0, linked = false): Inline[] {
  const parts: Inline[] = []
  let plain = ''
  // A mark that is not closed once is not closed later either.
  const unclosed = new Set<string>()
  const put = (part: Inline) => {
    if (plain !== '') parts.push(plain)
    plain = ''
    parts.push(part)
  }
  const closing = (mark: string, from: number): number => {
    if (unclosed.has(mark)) return -1
    const end = text.indexOf(mark, from)
    if (end < 0) unclosed.add(mark)
    return end
  }

  for (let at = 0; at < text.length;) {
    const found = depth < deepest ? markAt(text, at, { closing, linked }) : null
    if (!found) {
      plain += text[at++]
      continue
    }
    if (typeof found.part === 'string') plain += found.part
    else if ('inner' in found.part) {
      const { inner, ...rest } = found.part
      put({ ...rest, content: inlinesOf(inner, depth + 1, linked || rest.kind === 'link') })
    } else put(found.part)
    at = found.end
  }
  if (plain !== '') parts.push(plain)
  return parts
}

type Found =
  | string
  | { readonly kind: 'strong' | 'emphasis'; readonly inner: string }
  | { readonly kind: 'link'; readonly href: string; readonly inner: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }

interface Around {
  readonly closing: (mark: string, from: number) => number
  readonly linked: boolean
}

function markAt(text: string, at: number, around: Around): { part: Found; end: number } | null {
  const { closing, linked } = around
  const sign = text[at]!
  if (sign === '\n') return { part: { kind: 'break' }, end: at + 1 }
  if (sign === '\\' && /[\\`*_[\]()#>+.!-]/.test(text[at + 1] ?? '')) return { part: text[at + 1]!, end: at + 2 }
  if (sign === '`') {
    const end = closing('`', at + 1)
    return end > at + 1 ? { part: { kind: 'code', text: text.slice(at + 1, end) }, end: end + 1 } : null
  }
  if (sign === '*' || sign === '_') return stressAt(text, at, closing)
  if (linked) return null
  if (sign === '[') return linkAt(text, at, closing)
  if (sign === 'h' && !/\w/.test(text[at - 1] ?? '')) return bareLinkAt(text, at)
  return null
}

function stressAt(text: string, at: number, closing: Around['closing']) {
  const sign = text[at]!
  const mark = text[at + 1] === sign ? sign + sign : sign
  const from = at + mark.length
  // A sign between spaces, or an underscore within a word, is no mark.
  if (/\s/.test(text[from] ?? ' ') || (sign === '_' && /\w/.test(text[at - 1] ?? ''))) return null
  const end = closing(mark, from + 1)
  if (end < 0 || /\s/.test(text[end - 1]!)) return null
  if (sign === '_' && /\w/.test(text[end + mark.length] ?? '')) return null
  const kind = mark.length === 2 ? ('strong' as const) : ('emphasis' as const)
  return { part: { kind, inner: text.slice(from, end) }, end: end + mark.length }
}

function linkAt(text: string, at: number, closing: Around['closing']) {
  const middle = closing('](', at + 1)
  if (middle < 0) return null
  const end = closing(')', middle + 2)
  if (end < 0) return null
  const href = safeAddress(text.slice(middle + 2, end).trim())
  const inner = text.slice(at + 1, middle)
  if (!href || inner.trim() === '' || inner.includes('[')) return null
  return { part: { kind: 'link' as const, href, inner }, end: end + 1 }
}

function bareLinkAt(text: string, at: number) {
  const bare = /https?:\/\/[^\s<>"'`]{1,500}/y
  bare.lastIndex = at
  const found = bare.exec(text)?.[0].replace(/[.,;:!?)\]*_]{1,20}$/, '')
  const href = found && safeAddress(found)
  return href ? { part: { kind: 'link' as const, href, inner: found }, end: at + found.length } : null
}

/** Only addresses of pages and of mail; anything else is no link. */
export function safeAddress(address: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)[^\s<>"'`\\]+$/i.test(address)) return null
  try {
    const { protocol, href } = new URL(address)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null
  } catch {
    return null
  }
}
