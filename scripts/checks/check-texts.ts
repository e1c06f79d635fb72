/**
 * Checks that every visible text of the web app, and of the server's mails, PDFs and notifications, is a translated message, and that a
 * control is spoken as it is seen: its `aria-label` begins with its text (WCAG 2.5.3). Run by `npm run check`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import swc from '@swc/core'

/** Attributes and properties whose values users see or hear. */
const attribute = /^(aria-(label|description|roledescription|valuetext|placeholder)|alt|error|.*(l|L)abel)$/
const either =
  /^(title|placeholder|description|message|heading|subject|preview|text|remarks|why|subtitle|.*(Text|Title))$/
const property = /^label$/

/** Where the server writes mails, PDFs and notifications. */
const written = /\/(documents|telling)\/|tickets\/files\/|-(mails|letters|mail-words)\.ts$/

/** Texts that are the same in every language. */
const names: ReadonlySet<string> = new Set(['WhatsApp', 'CVR', 'PDF', 'MobilePay', 'Danske Bank'])

interface Place {
  readonly at: number
  readonly text: string
}
type Node = Record<string, unknown> & { type?: string; span?: { start: number } }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const saysSomething = (text: string) => {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  return words.some((word) => !names.has(word))
}

/** The literals that an expression may evaluate to, in conditions and templates but not inside calls. */
function literals(node: unknown): Place[] {
  if (!isNode(node)) return []
  const at = node.span?.start ?? 0
  switch (node.type) {
    case 'StringLiteral':
    case 'JSXText':
      return [{ at, text: String(node['value']) }]
    case 'TemplateLiteral':
      return (node['quasis'] as { span: { start: number }; cooked: string }[]).map(({ span, cooked }) => ({
        at: span.start,
        text: cooked,
      }))
    case 'ConditionalExpression':
      return [...literals(node['consequent']), ...literals(node['alternate'])]
    case 'BinaryExpression':
      return /^(\+|\|\||&&|\?\?)$/.test(String(node['operator']))
        ? [...literals(node['left']), ...literals(node['right'])]
        : []
    case 'ParenthesisExpression':
    case 'JSXExpressionContainer':
    case 'TsAsExpression':
      return literals(node['expression'])
    case 'ArrayExpression':
      return (node['elements'] as { expression: unknown }[]).flatMap((element) => literals(element?.expression))
    default:
      return []
  }
}

/** The literal visible texts of a file, except inside `Code`. */
function visibleTexts(node: unknown, found: Place[] = []): Place[] {
  if (typeof node !== 'object' || node === null) return found
  const { type, name, key, value, children } = node as Node
  if (type === 'JSXElement' && elementName(node as Node) === 'Code') return found
  if (type === 'JSXElement' || type === 'JSXFragment') found.push(...(children as unknown[]).flatMap(literals))
  if (type === 'JSXAttribute' && isShown(name, attribute)) found.push(...literals(value))
  if (type === 'KeyValueProperty' && isShown(key, property)) found.push(...literals(value))
  for (const part of Object.values(node)) visibleTexts(part, found)
  return found
}

const isShown = (key: unknown, also: RegExp) => either.test(nameOf(key)) || also.test(nameOf(key))

/** Sentences anywhere in the server's code for mails and PDFs, except in thrown errors. */
function sentences(node: unknown, found: Place[] = []): Place[] {
  if (typeof node !== 'object' || node === null) return found
  const { type } = node as Node
  if (/^(ThrowStatement|NewExpression|TaggedTemplateExpression|ImportDeclaration|TsLiteralType)$/.test(type ?? ''))
    return found
  if (type === 'StringLiteral' || type === 'TemplateLiteral') {
    found.push(...literals(node).filter(({ text }) => /\p{L}{2,},? \p{L}{2,}/u.test(text)))
  }
  for (const part of Object.values(node)) sentences(part, found)
  return found
}

const messages = (['da', 'en'] as const).map(
  (language) => JSON.parse(readFileSync(`messages/${language}.json`, 'utf8')) as Record<string, Message>,
)
type Message = string | readonly { readonly match: Record<string, string> }[]

/** The forms of a message, without what its parameters are called and without signs. */
const formsOf = (said: Message | undefined): string[] =>
  (typeof said === 'string' ? [said] : (said ?? []).flatMap(({ match }) => Object.values(match))).map((form) =>
    form
      .toLowerCase()
      .replace(/\{\w+\}/g, '{}')
      .replace(/[^\p{L}\p{N}{}]/gu, ''),
  )

/** The messages that an expression may evaluate to. */
function messagesIn(node: unknown): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'CallExpression': {
      const { object, property: key } = node['callee'] as { object?: unknown; property?: unknown }
      if (nameOf(object) === 'm') return [nameOf(key)]
      // One of two messages, called with the same parameters.
      return messagesIn(node['callee'])
    }
    case 'MemberExpression':
      return nameOf(node['object']) === 'm' ? [nameOf(node['property'])] : []
    case 'ConditionalExpression':
      return [...messagesIn(node['consequent']), ...messagesIn(node['alternate'])]
    case 'ParenthesisExpression':
    case 'JSXExpressionContainer':
      return messagesIn(node['expression'])
    default:
      return []
  }
}

/** Elements with a name that does not begin with the text they show, in either language. */
function spokenOtherwise(node: unknown, found: Place[] = []): Place[] {
  if (typeof node !== 'object' || node === null) return found
  if ((node as Node).type === 'JSXElement') {
    const { opening, children, span } = node as unknown as {
      opening: { attributes: Node[] }
      children: unknown[]
      span: { start: number }
    }
    const name = opening.attributes.find((one) => nameOf(one['name']) === 'aria-label')
    const seen = children.flatMap(messagesIn)
    if (seen.length > 0)
      for (const key of messagesIn(name?.['value'])) {
        const begins = messages.every((texts) => {
          const starts = seen.flatMap((one) => formsOf(texts[one]))
          return formsOf(texts[key]).every((form) => starts.some((start) => form.startsWith(start)))
        })
        if (!begins) found.push({ at: span.start, text: `${key}, seen as ${seen.join(' or ')}` })
      }
  }
  for (const part of Object.values(node)) spokenOtherwise(part, found)
  return found
}

const elementName = (element: Node) => nameOf((element['opening'] as { name: unknown }).name)
const nameOf = (key: unknown) => (isNode(key) && 'value' in key ? String(key['value']) : '')

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web', 'server/domains'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.|\/testing\//.test(file))
  .filter((file) => file.startsWith('web/') || written.test(file))

let faults = 0
for (const file of files) {
  const text = readFileSync(file)
  // Spans are in bytes and continue from one file to the next.
  const { body, span } = swc.parseSync(text.toString('utf8'), { syntax: 'typescript', tsx: file.endsWith('.tsx') })
  const places = [...visibleTexts(body), ...(written.test(file) ? sentences(body) : [])]
  const report = ({ at }: Place, sentence: string) => {
    const line = text
      .subarray(0, Math.max(0, at - span.start))
      .toString('utf8')
      .split('\n').length
    console.error(`${file}:${line}: ${sentence}`)
    faults++
  }
  for (const place of new Map(places.filter((one) => saysSomething(one.text)).map((one) => [one.at, one])).values())
    report(place, `'${place.text.trim()}' is written here; make it a message (CONTRIBUTING.md, 6)`)
  for (const place of spokenOtherwise(body))
    report(place, `${place.text}: a name begins with the text that is seen, in both languages`)
}
console.log(
  faults === 0
    ? `${files.length} files say nothing but messages`
    : `${faults} texts that are no message, or are spoken otherwise`,
)
process.exitCode = faults === 0 ? 0 : 1
