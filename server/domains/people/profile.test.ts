import { beforeAll, beforeEach, expect, test } from 'vitest'
import { members } from '#contract/members/members.ts'
import { type PersonFields, personProfile, SuggestedFields } from '#contract/people/profile.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let anna: Person
let chair: Person

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  chair = await signedIn(app, 'erik@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, chair, ['chair'])
  await inRegister(anna.memberId)
})

const as = ({ token }: Person) => ({ as: token })
const inRegister = (memberId: string, managed = false) =>
  app.database.sql(
    `insert into club_people (org_id, member_id, since, source, managed) values ($1, $2, '2020-01-01', 'added', $3)`,
    [club.id, memberId, managed],
  )
async function buildManaged(): Promise<string> {
  const id = newId()
  await app.database.sql(`insert into members (id, first_name, last_name) values ($1, 'Poul', 'Paper')`, [id])
  await inRegister(id, true)
  return id
}
const countryOf = async (memberId: string) =>
  (await app.database.sql<{ country: string }>('select country from members where id = $1', [memberId]))[0]!.country
const show = (memberId: string) => app.call(personProfile.show, { orgId: club.id, memberId }, as(chair))

test('the office edits whom it made, over the version that it saw', async () => {
  const memberId = await buildManaged()
  const { fields, version, managed } = await show(memberId)
  expect(managed).toBe(true)
  const save = (more: object) =>
    app.call(personProfile.save, { orgId: club.id, memberId, ...fields, version, ...more }, as(chair))
  const saved = await save({ city: 'Ry', postCode: '86 80', email: 'Poul@paper.example' })
  expect(saved.fields).toMatchObject({ city: 'Ry', postCode: '8680', email: 'poul@paper.example' })
  // Or they would be asked to complete their address once they sign in.
  expect(await countryOf(memberId)).toBe('Denmark')
  await expect(save({ city: 'Them' })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    body: { data: { current: { fields: { city: 'Ry' } } } },
  })
  const again = { version: saved.version }
  expect(await codeOf(save({ ...again, email: 'anna@example.com' }))).toBe('email_taken')
  expect(await codeOf(save({ ...again, dateOfBirth: '2090-01-01' }))).toBe('invalid_input')
  expect(await codeOf(save({ ...again, firstName: '', lastName: '' }))).toBe('invalid_input')
})

test('nobody edits a person with a sign-in, or another club’s', async () => {
  const { fields, version } = await show(anna.memberId)
  const save = { orgId: club.id, memberId: anna.memberId, ...fields, version }
  expect(await codeOf(app.call(personProfile.save, save, as(chair)))).toBe('person_not_managed')
  const memberId = await buildManaged()
  const other = await buildClub(app)
  await grantOffice(app, other, chair, ['chair'])
  const ofOther = { ...save, orgId: other.id, memberId }
  expect(await codeOf(app.call(personProfile.save, ofOther, as(chair)))).toBe('not_found')
})

test('a suggestion is answered field by field, and the office sees what became of it', async () => {
  const { fields } = await show(anna.memberId)
  const suggest = (more: object) =>
    app.call(
      personProfile.suggest,
      { orgId: club.id, memberId: anna.memberId, ...bodyOf(fields), note: 'A letter came back', ...more },
      as(chair),
    )
  expect(await codeOf(suggest({}))).toBe('nothing_suggested')
  await suggest({ city: 'Them' })
  const { suggestion, answers } = await suggest({ city: 'Ry', phone: '+45 20 30 40 50' })
  expect(answers).toBe('Anna Holm')
  expect(suggestion!.changes.map(({ field, after }) => [field, after])).toEqual([
    ['phone', '+4520304050'],
    ['city', 'Ry'],
  ])
  const mine = await app.call(personProfile.mine, {}, as(anna))
  expect(mine).toMatchObject([{ id: suggestion!.id, name: 'Anna Holm', note: 'A letter came back' }])
  expect(
    await app.database.sql(`select from notifications where data->>'suggestionId' = $1`, [suggestion!.id]),
  ).toHaveLength(1)

  const answer = (who: Person) =>
    app.call(personProfile.answer, { suggestionId: suggestion!.id, accepted: ['city'] }, as(who))
  expect(await codeOf(answer(chair))).toBe('not_found')
  await answer(anna)
  expect(await codeOf(answer(anna))).toBe('suggestion_answered')
  const me = await app.call(members.byEmail, { email: 'anna@example.com' }, as(anna))
  expect([me.address?.City, me.phone]).toEqual(['Ry', fields.phone])
  expect(await show(anna.memberId)).toMatchObject({
    suggestion: null,
    answered: { accepted: ['city'], declined: ['phone'] },
  })
  expect(await app.call(personProfile.mine, {}, as(anna))).toEqual([])
})

test('whoever accepts a Danish address gets its country, and nobody gets another one', async () => {
  const address = { addressLine1: 'Havnevej 1', postCode: '4000', city: 'Roskilde' }
  for (const [before, after] of [
    ['', 'Denmark'],
    ['Norway', 'Norway'],
  ]) {
    await app.database.sql(`update members set post_code = '', country = $2 where id = $1`, [anna.memberId, before])
    const { fields } = await show(anna.memberId)
    const asked = { orgId: club.id, memberId: anna.memberId, ...bodyOf(fields), ...address, note: '' }
    const { suggestion } = await app.call(personProfile.suggest, asked, as(chair))
    await app.call(personProfile.answer, { suggestionId: suggestion!.id, accepted: ['postCode'] }, as(anna))
    expect(await countryOf(anna.memberId)).toBe(after)
  }
})

test('a child’s guardian answers; where there is nobody, nobody is asked', async () => {
  const child = await buildParticipant(app, anna, 'Alma')
  await inRegister(child)
  const { fields, answers } = await show(child)
  expect(answers).toBe('Anna Holm')
  const asked = { orgId: club.id, memberId: child, ...bodyOf(fields), note: '', lastName: 'Holm-Beck' }
  await app.call(personProfile.suggest, asked, as(chair))
  expect(await app.call(personProfile.mine, {}, as(anna))).toMatchObject([{ name: 'Alma Holm' }])
  await app.call(personProfile.withdraw, { orgId: club.id, memberId: child }, as(chair))
  expect(await app.call(personProfile.mine, {}, as(anna))).toEqual([])

  const memberId = await buildManaged()
  const unasked = { ...asked, memberId, city: 'Ry' }
  expect(await codeOf(app.call(personProfile.suggest, unasked, as(chair)))).toBe('nobody_to_ask')
})

test('a page that was opened before the person changed something does not suggest it back', async () => {
  const { fields, version } = await show(anna.memberId)
  await app.database.sql(`update members set phone = '+4520304050', update_date = portal_now() where id = $1`, [
    anna.memberId,
  ])
  const opened = { orgId: club.id, memberId: anna.memberId, ...bodyOf(fields), note: '', city: 'Them', version }
  const suggest = (more: object) => app.call(personProfile.suggest, { ...opened, ...more }, as(chair))
  await expect(suggest({})).rejects.toMatchObject({
    code: 'changed_meanwhile',
    body: { data: { current: { fields: { phone: '+4520304050' } } } },
  })
  const now = await show(anna.memberId)
  const { suggestion } = await suggest({ phone: now.fields.phone, version: now.version })
  expect(suggestion!.changes.map(({ field }) => field)).toEqual(['city'])
})

const bodyOf = (fields: PersonFields): SuggestedFields => SuggestedFields.parse(fields)
