import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { unguarded } from './route-guards.ts'

const route = (id: string, rest = '') => `export const Route = createFileRoute('${id}')({ ${rest} })`
/** What is said of one more route beside the guard. */
const said = (file: string, id: string, rest?: string) =>
  unguarded({ '_member.tsx': route('/_member', '<Guard>'), [file]: route(id, rest) }).filter((one) =>
    one.startsWith(file),
  )

test('the routes of the app are guarded', () => {
  execFileSync(process.execPath, [path.resolve(import.meta.dirname, 'route-guards.ts')], { stdio: 'pipe' })
})

test.each([
  ['_member.tickets.tsx', '/_member/tickets'],
  ['_member.$orgKey.events.index.tsx', '/_member/$orgKey/events/'],
  ['_member.my-profile_.history.tsx', '/_member/my-profile_/history'],
  ['contact-us.tsx', '/contact-us'],
])('%s is accepted', (file, id) => {
  expect(said(file, id)).toEqual([])
})

test.each([
  ['_admin.tickets.tsx', '/_admin/tickets', "unknown guard '_admin'"],
  ['_member._office.inbox.tsx', '/_member/_office/inbox', "unknown guard '_office'"],
  ['tickets.tsx', '/tickets', 'is for anyone'],
  ['_member.tickets.tsx', '/tickets', 'behind another guard'],
  ['tickets.tsx', '/_member/tickets', 'behind another guard'],
])('%s at %s is refused', (file, id, sentence) => {
  expect(said(file, id)).toEqual([expect.stringContaining(sentence)])
})

test('a guard without routes, a missing guard and a missing public page are reported', () => {
  expect(said('_member.tsx', '/_member')).toEqual([expect.stringContaining('inside <Guard>')])
  const without = unguarded({ 'contact-us.tsx': route('/contact-us') })
  expect(without).toContainEqual(expect.stringContaining('_member.tsx: this guard is gone'))
  expect(without).toContainEqual(expect.stringContaining('/unsubscribe: is on the list'))
})

test('a file that is not a route is reported', () => {
  expect(unguarded({ 'x.tsx': 'export {}' })).toContainEqual(
    expect.stringContaining('x.tsx: a route names its address'),
  )
})
