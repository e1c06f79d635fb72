import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { unguarded } from './route-guards.ts'

const route = (id: string, rest = '') => `export const Route = createFileRoute('${id}')({ ${rest} })`
const guards = {
  '_member.tsx': route('/_member', '<SignInRequired />'),
  '_member._office.tsx': route('/_member/_office', "beforeLoad: () => { throw new ApiProblem('forbidden', 403) }"),
  '_open.tsx': route('/_open', '<SignInRequired />'),
  '_public.tsx': "createFileRoute('/_public')({})",
}
/** The findings for one more route beside the guards, or for another in the place of one. */
const said = (file: string, id: string, rest?: string) =>
  unguarded({ ...guards, [file]: route(id, rest) }).filter((one) => one.startsWith(file))

test('the routes of the app are guarded', () => {
  execFileSync(process.execPath, [path.resolve(import.meta.dirname, 'route-guards.ts')], { stdio: 'pipe' })
})

test.each([
  ['_member.tickets.tsx', '/_member/tickets'],
  ['_member.$orgKey.events.index.tsx', '/_member/$orgKey/events/'],
  ['_member.my-profile_.history.tsx', '/_member/my-profile_/history'],
  ['_member._office.admin.inbox.tsx', '/_member/_office/admin/inbox'],
  ['_public.contact-us.tsx', '/_public/contact-us'],
])('%s is accepted', (file, id) => {
  expect(said(file, id)).toEqual([])
})

test.each([
  ['_admin.tickets.tsx', '/_admin/tickets', "Unknown guard name '_admin'"],
  ['_office.inbox.tsx', '/_office/inbox', "Unknown guard name '_office'"],
  ['_public._office.inbox.tsx', '/_public/_office/inbox', "Unknown guard name '_public/_office'"],
  ['tickets.tsx', '/tickets', 'behind no guard'],
  ['_member.tickets.tsx', '/tickets', 'behind another guard'],
  ['tickets.tsx', '/_member/tickets', 'behind another guard'],
  ['_open.tickets.tsx', '/_open/tickets', 'by openPage'],
])('%s at %s is refused', (file, id, sentence) => {
  expect(said(file, id)).toEqual([expect.stringContaining(sentence)])
})

test('an open page has a part for members and one for visitors', () => {
  expect(
    said('_open.clubs.tsx', '/_open/clubs', 'component }); const { component } = openPage(member, visitor'),
  ).toEqual([])
})

test.each([
  ['_member.tsx', '/_member', 'component: Outlet'],
  ['_open.tsx', '/_open', 'component: Outlet'],
  ['_member._office.tsx', '/_member/_office', ''],
  ['_public.tsx', '/_public', 'beforeLoad: requireMember'],
])('%s that does something else is reported', (file, id, rest) => {
  expect(said(file, id, rest)).toEqual([expect.stringContaining('does not guard')])
})

test('a guard that is gone is reported', () => {
  const without = unguarded({ '_public.contact-us.tsx': route('/_public/contact-us') })
  expect(without).toContainEqual(expect.stringContaining('_member.tsx: this guard is gone'))
  expect(without).toContainEqual(expect.stringContaining('_member._office.tsx: this guard is gone'))
})

test('a file that is not a route is reported', () => {
  expect(unguarded({ 'x.tsx': 'export {}' })).toContainEqual(
    expect.stringContaining('x.tsx: a route names its address'),
  )
})

test('a guard of a page that loads more than an address is refused', () => {
  const heavy = "import { requireToChange } from './-office.tsx'\n"
  const page = (hook: string) =>
    unguarded({
      ...guards,
      '_member.add.tsx': `${heavy}export const Route = createFileRoute('/_member/add')({\n  ${hook}: () => {\n    requireToChange()\n  },\n})`,
    }).filter((one) => one.startsWith('_member.add'))
  expect(page('beforeLoad')).toEqual([expect.stringContaining("requireToChange comes with everybody's first script")])
  expect(page('loader')).toEqual([])
})
