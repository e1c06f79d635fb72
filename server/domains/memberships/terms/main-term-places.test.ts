import { beforeAll, expect, test } from 'vitest'
import { exports } from '#contract/exports.ts'
import { home } from '#contract/home.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { officeMembers } from '#contract/memberships/club-members.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person, type Season } from '#server/testing/builders.ts'
import { asked } from '#server/testing/builders/conversation-builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let full: Season
let anna: Person
let admin: Person
const year = new Date().getFullYear()
const as = () => ({ as: admin.token })

beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  full = club.season
  anna = await signedIn(app, 'anna@example.com')
  admin = await signedIn(app, 'admin@roklub.example')
  await buy(app, anna, club)
  // Begins later, ends later and costs less: whatever else is picked first would pick it.
  const trial = await buildSeason(app, club, {
    name: 'Trial',
    price: 5_000,
    isTrial: true,
    startDate: `${year}-01-02`,
    endDate: `${year + 1}-03-31`,
  })
  await app.database.sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select $1, id, org_id, member_id, $2, $3, $4, $5, 'active' from memberships where member_id = $6`,
    [newId(), trial.id, year, trial.startDate, trial.endDate, anna.memberId],
  )
})

/** Every place that shows what somebody is at a club: name, last day, status. */
const places: Record<string, () => Promise<[string | undefined, string | null | undefined, string | undefined]>> = {
  'the first page': async () => named((await app.call(home.show, {}, { as: anna.token })).memberships[0]!),
  'the page of memberships': async () =>
    named((await app.call(memberships.ofFamily, { memberIds: anna.memberId }, { as: anna.token }))[0]!),
  "the office's list": async () => listed((await app.call(officeMembers.list, { orgId: club.id }, as())).people[0]!),
  "the office's list by status": async () =>
    listed(
      (
        await app.call(
          officeMembers.list,
          { orgId: club.id, filter: JSON.stringify({ field: 'status', op: 'any_of', values: ['active'] }) },
          as(),
        )
      ).people[0]!,
    ),
  "the office's search": async () =>
    listed((await app.call(officeMembers.list, { orgId: club.id, search: 'anna' }, as())).people[0]!),
  "a member's page": async () =>
    listed(await app.call(officeMembers.show, { orgId: club.id, memberId: anna.memberId }, as())),
  'the side panel of a question': async () => {
    const { thread } = await asked(app, club, anna)
    const card = await app.call(officeConversations.card, { orgId: club.id, threadId: thread.id }, as())
    return [card?.membership?.name, card?.membership?.endDate, card?.membership?.status]
  },
  'the exported list': async () => {
    const made = await app.call(exports.members, { orgId: club.id, format: 'csv', all: true }, as())
    const file = await app.call(exports.membersFile, { orgId: club.id, exportId: made.id }, as())
    const cells = Buffer.from(file.bytes).toString().split('\r\n')[1]!.split(';')
    const name = cells
      .find((cell) => cell.includes('Trial'))
      ?.replace('"', '')
      .split(', ')[0]
    return [
      name,
      cells.find((cell) => /^\d{4}-12-31$/.test(cell)),
      cells.find((cell) => /^(Active|Aktivt)$/.test(cell)) && 'active',
    ]
  },
}

const named = ({ mainTermId, memberships: terms, status, statusUntil }: Shown) => {
  const term = terms.find(({ id }) => id === mainTermId)
  // Its last day is the last day of the status.
  expect(statusUntil).toBe(term?.endDate)
  expect(term?.payment?.total.minor).toBe(full.total)
  return [term?.configurationName, term?.endDate, status] as [string, string, string]
}
type Shown = Awaited<ReturnType<typeof app.call<typeof memberships.ofFamily>>>[number]

const listed = ({ memberships: names, statusUntil, status }: Row) =>
  [names[0], statusUntil, status] as [string, string, string]
type Row = Awaited<ReturnType<typeof app.call<typeof officeMembers.list>>>['people'][number]

test.each(Object.keys(places))('%s shows a full member with a trial as a full member', async (place) => {
  expect(await places[place]!()).toEqual([`Adult ${year}`, full.endDate, 'active'])
})
