import { expect, test } from 'vitest'
import { MemberChanges, type Member } from '#contract/members/members.ts'
import { profileChanges, profileValues } from './profile-values.ts'

const member: Member = {
  id: '0199a3c4-0000-7000-8000-000000000001',
  parentId: null,
  firstName: 'Anna',
  lastName: 'Holm',
  email: 'anna@example.com',
  phone: '+4512345678',
  gender: '',
  dateOfBirth: null,
  profileImage: null,
  address: null,
  enabled: true,
  language: null,
  registrationDate: '2026-01-01T10:00:00Z',
  updateDate: '2026-01-02T10:00:00Z',
  familyLink: false,
  familyInvitationStatus: null,
  familyInvitationRequest: null,
  archivedAt: null,
  comments: null,
  can: { edit: true, buy: true, archive: false, comment: false },
}

test('a profile without an address offers Denmark and sends no address until a line is written', () => {
  const values = profileValues(member)
  expect(values.address.Country).toBe('Denmark')
  expect(Object.values(profileChanges(values, member).address).join('')).toBe('')
  values.address.City = 'Aarhus'
  expect(profileChanges(values, member).address).toMatchObject({ City: 'Aarhus', Country: 'Denmark' })
})

test('changes pass the contract, with spaces removed from the post code and blanks as null', () => {
  const values = profileValues(member)
  Object.assign(values.address, { AddressLine1: 'Storgatan 1', PostCode: ' 123 45 ', City: 'Malmö', Country: 'Sweden' })
  const changes = MemberChanges.parse(profileChanges(values, member))
  expect(changes).toMatchObject({ id: member.id, updateDate: member.updateDate, dateOfBirth: null, language: null })
  expect(changes.address.PostCode).toBe('12345')
})

test('an unsupported country must be chosen again, and other spellings are recognised', () => {
  const address = {
    AddressLine1: 'A',
    AddressLine2: '',
    AddressLine3: '',
    City: 'B',
    PostCode: '1',
    Country: 'Germany',
  }
  expect(profileValues({ ...member, address }).address.Country).toBe('')
  expect(profileValues({ ...member, address: { ...address, Country: 'dk' } }).address.Country).toBe('Denmark')
})
