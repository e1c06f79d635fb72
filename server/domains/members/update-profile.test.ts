import { beforeAll, expect, test } from 'vitest'
import { Billing, BillingWithoutAddress } from '#contract/orders/billing.ts'
import { members, type Member } from '#contract/members/members.ts'
import { signedIn, buildParticipant, type Person } from '#server/testing/builders.ts'
import { billing } from '#server/testing/selection.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})

const address = {
  AddressLine1: 'Havnevej 1',
  AddressLine2: '',
  AddressLine3: '',
  City: 'Roskilde',
  PostCode: '40 00',
  Country: 'Denmark',
}
const profile = (changes: object = {}) => ({
  id: anna.memberId,
  firstName: 'Anna',
  lastName: 'Holm',
  phone: '+45 20 11 22 33',
  gender: 'female' as const,
  dateOfBirth: '1984-02-29',
  language: 'da' as const,
  address,
  ...changes,
})
const save = (changes: object = {}): Promise<Member> => app.call(members.update, profile(changes), { as: anna.token })

test('a profile is saved; spaces in post code and phone are dropped', async () => {
  expect(await save()).toMatchObject({
    phone: '+4520112233',
    dateOfBirth: '1984-02-29',
    address: { ...address, PostCode: '4000' },
    can: { edit: true },
  })
})

test('whoever has one name can save everything, and at least one is needed', async () => {
  for (const name of ['firstName', 'lastName'])
    expect(await save({ [name]: '' })).toMatchObject({ [name]: '', address: { ...address, PostCode: '4000' } })
  await expect(save({ firstName: '', lastName: ' \u200b' })).rejects.toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'firstName' }] },
  })
  await save()
})

test('names of the longest fit where they are joined', () => {
  const name = `${'Æ'.repeat(80)} ${'ø'.repeat(80)}`
  expect(Billing.safeParse({ ...billing, name }).success).toBe(true)
  expect(BillingWithoutAddress.safeParse({ ...billing, name }).success).toBe(true)
})

test('fields that a member may not change are kept', async () => {
  const before = await save()
  const sneaky = {
    email: 'boss@example.com',
    enabled: false,
    parentId: anna.memberId,
    comments: 'x',
    familyInvitationStatus: 'approved',
    registrationDate: '2000-01-01T00:00:00Z',
  }
  const after = await save(sneaky)
  expect(after).toEqual({ ...before, updateDate: after.updateDate })
})

test('sending a member back unchanged changes nothing', async () => {
  const carla = await signedIn(app, 'carla@example.com')
  const read = await app.call(members.byEmail, { email: 'carla@example.com' }, { as: carla.token })
  expect(read).toMatchObject({ comments: null, address: null })
  const after = await app.call(members.update, read, { as: carla.token })
  expect(after).toEqual({ ...read, updateDate: after.updateDate })
})

test('a change made elsewhere is not overwritten silently', async () => {
  const loaded = await save()
  await save({ firstName: 'Anne' })
  await expect(save({ updateDate: loaded.updateDate })).rejects.toMatchObject({
    status: 409,
    code: 'member_changed_meanwhile',
  })
  await expect(save({ updateDate: (await save()).updateDate })).resolves.toBeDefined()
})

test.each([
  [{ firstName: '  ', lastName: '' }, 'firstName'],
  [{ lastName: 'x'.repeat(81) }, 'lastName'],
  [{ phone: 'call me' }, 'phone'],
  [{ dateOfBirth: '1985-02-29' }, 'dateOfBirth'],
  [{ dateOfBirth: '0000-01-01' }, 'dateOfBirth'],
  [{ dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
  [{ updateDate: '0000-01-01T00:00:00Z' }, 'updateDate'],
  [{ gender: 'robot' }, 'gender'],
  [{ firstName: 'A\nB' }, 'firstName'],
  [{ address: { ...address, PostCode: '1'.repeat(17) } }, 'address.PostCode'],
])('%o is refused with its field', async (wrong, path) => {
  await expect(save(wrong)).rejects.toMatchObject({ status: 422, code: 'invalid_input', body: { errors: [{ path }] } })
})

test('a guardian edits a participant; others do not find them', async () => {
  const child = await buildParticipant(app, anna, 'Alma')
  expect(await save({ id: child, firstName: 'Alma' })).toMatchObject({ id: child, parentId: anna.memberId })
  const bo = await signedIn(app, 'bo@example.com')
  await expect(app.call(members.update, profile({ id: child }), { as: bo.token })).rejects.toMatchObject({
    code: 'not_found',
  })
})
