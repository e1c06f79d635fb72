import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseAst } from 'vite'
import { commonErrors, type Endpoint } from '#contract/endpoint.ts'

type Node = { readonly type: string } & Record<string, unknown>

/** The names that a top-level function or constant uses, and the problems that it throws itself. */
interface Declared {
  readonly names: Set<string>
  readonly codes: Set<string>
}

interface File {
  readonly declared: Map<string, Declared>
  /** Where an imported or passed on name comes from. */
  readonly from: Map<string, { readonly file: string; readonly name: string }>
  readonly routes: { readonly endpoint: Node; readonly parts: Declared }[]
}

const root = path.resolve(import.meta.dirname, '..')
const files = new Map<string, File>()

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function walk(node: unknown, visit: (node: Node) => void | false): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit)
  else if (isNode(node) && visit(node) !== false) for (const value of Object.values(node)) walk(value, visit)
}

const textsIn = (node: unknown): string[] => {
  const texts: string[] = []
  walk(node, (one) => void (one.type === 'Literal' && typeof one['value'] === 'string' && texts.push(one['value'])))
  return texts
}

/** Of TypeScript's own nodes those that hold a value. */
const holdsValue = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

/** The names and problems inside a node. A problem that is caught counts as thrown. */
function look(node: unknown): Declared {
  const found: Declared = { names: new Set(), codes: new Set() }
  const visit = (one: Node): void | false => {
    if (one.type.startsWith('TS') && !holdsValue.has(one.type)) return false
    if (one.type === 'Identifier') found.names.add(String(one['name']))
    if (one.type === 'NewExpression' && (one['callee'] as Node)['name'] === 'Problem')
      for (const code of textsIn((one['arguments'] as unknown[])[0])) found.codes.add(code)
    if (one.type !== 'MemberExpression' || one['computed']) return undefined
    // Of `a.property` only `a` is a name.
    walk(one['object'], visit)
    return false
  }
  walk(node, visit)
  return found
}

function read(file: string): File {
  const known = files.get(file)
  if (known) return known
  const made: File = { declared: new Map(), from: new Map(), routes: [] }
  files.set(file, made)
  const { body } = parseAst(readFileSync(path.join(root, file), 'utf8'), {
    lang: file.endsWith('x') ? 'tsx' : 'ts',
  }) as unknown as { body: Node[] }
  const fileOf = (source: unknown) => {
    const text = String((source as Node)['value'])
    if (text.startsWith('#server/')) return text.slice(1)
    if (text.startsWith('.')) return path.join(path.dirname(file), text)
    return text.startsWith('#contract/') ? text.slice(1) : ''
  }
  for (const node of body) {
    const inner = (node['declaration'] ?? node) as Node
    for (const one of (node['specifiers'] ?? []) as Node[]) {
      const source = node['source'] ? fileOf(node['source']) : file
      const name = String(((one['imported'] ?? one['local']) as Node)['name'])
      const here = String(((one['exported'] ?? one['local']) as Node)['name'])
      if (source && !(source === file && name === here)) made.from.set(here, { file: source, name })
    }
    if (inner.type === 'FunctionDeclaration' || inner.type === 'ClassDeclaration')
      made.declared.set(String((inner['id'] as Node)['name']), look(inner))
    if (inner.type === 'VariableDeclaration')
      for (const one of inner['declarations'] as Node[]) {
        const found = look(one['init'])
        for (const name of look(one['id']).names) made.declared.set(name, found)
      }
  }
  walk(body, (node) => {
    if (node.type !== 'CallExpression' || (node['callee'] as Node)['name'] !== 'route') return undefined
    const [endpoint, ...rest] = node['arguments'] as Node[]
    if (endpoint?.type === 'MemberExpression') made.routes.push({ endpoint, parts: look(rest) })
    return undefined
  })
  return made
}

/** Every problem that can come of these names in a file, with the way to it. */
function problemsOf(file: string, start: Declared): Map<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const follow = (at: string, { names, codes }: Declared, way: string) => {
    for (const code of codes) if (!found.has(code)) found.set(code, way)
    for (const name of names) enter(at, name, way)
  }
  const enter = (at: string, name: string, way: string): void => {
    const one = read(at)
    const from = one.from.get(name)
    if (from) return from.file.startsWith('server/') ? enter(from.file, from.name, way) : undefined
    const declared = one.declared.get(name)
    if (!declared || seen.has(`${at} ${name}`)) return
    seen.add(`${at} ${name}`)
    follow(at, declared, `${way} → ${name}`)
  }
  follow(file, start, 'route')
  return found
}

const routeFiles = readdirSync(path.join(root, 'server/domains'), { recursive: true })
  .map((name) => `server/domains/${String(name)}`)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .filter((name) => read(name).routes.length > 0)

/** Problems that cannot come of these calls although the code seems to reach them. `exports.*` are all of them. */
const cannotCome: Readonly<Record<string, readonly string[]>> = {
  'a list throws of what its own call names': [
    'exports.* event_not_found',
    'exports.* coupon_not_found',
    'exports.* day_out_of_range',
  ],
  'only a window that is opened has a link': ['* payment_link_missing'],
  'no version is given, so none is another': [
    'eventSeries.create changed_meanwhile',
    'officeEvents.describePicture changed_meanwhile',
    'officeEvents.discard changed_meanwhile',
    'officeEvents.putPicture changed_meanwhile',
    'officeEvents.removePicture changed_meanwhile',
    'officeMemberships.discard changed_meanwhile',
  ],
  'any size will do': [
    'conversations.attach image_too_small',
    'members.putImage image_too_small',
    'visitors.attach image_too_small',
  ],
  'it was made, or read, a moment ago in the same transaction': [
    'acting.current not_found',
    'conversations.ask thread_not_found',
    'eventSeries.change event_not_found',
    'eventSeries.publish changed_meanwhile',
    'eventSeries.publish event_cancelled',
    'eventSeries.publish event_not_found',
    'eventCancel.retry refund_not_found',
    'eventCancel.start event_has_coupons',
    'eventCancel.start event_published',
    'family.addParticipant not_found',
    'home.show not_found',
    'officeCoupons.create coupon_not_found',
    'officeEvents.create event_not_found',
  ],
  'no day is given': ['officeMembers.show day_out_of_range'],
  'why not is the answer': [
    'eventSeries.publish event_invalid',
    'officeRegistrations.movePlaces category_price_differs',
    'officeRegistrations.movePlaces event_sold_out',
  ],
  'nothing is asked for that could be gone': ['home.show event_not_found', 'visitors.write attachment_not_found'],
  'a template keeps the rules, and is for a club without memberships': [
    'officeMemberships.fromTemplate season_invalid',
    'officeMemberships.fromTemplate too_many_seasons',
  ],
  'orders that cannot be refunded now are skipped': [
    'line_refunded',
    'not_found',
    'order_not_found',
    'order_not_paid',
    'refund_in_progress',
  ].map((code) => `officeRegistrations.refund ${code}`),
  'a ticket that has ended is answered before': ['tickets.refund line_refunded', 'tickets.refund order_not_paid'],
}

test('every route declares every problem of what it calls', async () => {
  const missing: string[] = []
  const used = new Set<string>()
  const known = new Set(Object.values(cannotCome).flat())
  for (const file of routeFiles)
    for (const { endpoint, parts } of read(file).routes) {
      const [domain, action] = [endpoint['object'], endpoint['property']].map((one) => String((one as Node)['name']))
      const from = read(file).from.get(domain!)!
      const module = (await import(path.join(root, from.file))) as Record<string, Record<string, Endpoint>>
      const errors = new Set<string>([...module[from.name]![action!]!.errors, ...commonErrors])
      for (const [code, way] of problemsOf(file, parts)) {
        if (errors.has(code)) continue
        const reason = [`${domain}.${action} ${code}`, `${domain}.* ${code}`, `* ${code}`].find((one) => known.has(one))
        if (reason) used.add(reason)
        else missing.push(`${domain}.${action} ${code}: ${way}`)
      }
    }
  expect(missing.toSorted()).toEqual([])
  expect([...known].filter((one) => !used.has(one))).toEqual([])
})

test('the problems of a route are found through several files', () => {
  const [prepare] = read('server/domains/orders/routes.ts').routes
  expect(problemsOf('server/domains/orders/routes.ts', prepare!.parts).get('selection_empty')).toContain(
    'readSelection',
  )
})
