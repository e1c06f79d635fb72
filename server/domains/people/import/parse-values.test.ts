import { expect, test } from 'vitest'
import { Failure, parseDate, parseRow, type Reading } from './parse-values.ts'

const today = '2026-11-29'
const reading = (columns: string[], more: Partial<Reading> = {}): Reading => ({
  columns,
  choices: { dateOrder: 'dmy', membership: 'none', seasonId: null, seasons: [], tags: [] },
  ownFields: [],
  today,
  ...more,
})
const faultsOf = (columns: string[], cells: string[]) =>
  parseRow(cells, reading(columns)).errors.map(({ column, fault }) => `${column} ${fault}`)
const personOf = (columns: string[], cells: string[]) => parseRow(cells, reading(columns)).person

test.each([
  ['15-02-2004', '2004-02-15'],
  ['15.2.2004', '2004-02-15'],
  ['2004-02-15', '2004-02-15'],
  ['15/02/04 00:00:00', '2004-02-15'],
  ['1/2/03', '2003-02-01'],
  ['1/2/40', '1940-02-01'],
  ['29-02-2004', '2004-02-29'],
  ['15022004', '2004-02-15'],
  ['20040215', '2004-02-15'],
  ['15. februar 2004', '2004-02-15'],
  ['3 maj 99', '1999-05-03'],
  // Serial numbers of a spreadsheet.
  ['38032', '2004-02-15'],
  ['38032.0', '2004-02-15'],
])('a day is read as people write it: %s', (text, day) => {
  expect(parseDate(text, 'dmy', today)).toBe(day)
})

test('the order of day, month and year is the chosen one', () => {
  expect(parseDate('1/2/03', 'mdy', today)).toBe('2003-01-02')
  expect(parseDate('01/02/03', 'ymd', today)).toBe('2001-02-03')
})

test.each([
  ['29-02-2005', 'date_invalid'],
  ['31-04-2005', 'date_invalid'],
  ['29-02', 'date_without_year'],
  ['i fjor', 'date_invalid'],
  ['1985', 'date_invalid'],
])('what is no day says why: %s', (text, fault) => {
  expect(parseDate(text, 'dmy', today)).toEqual(new Failure(fault as Failure['fault']))
})

test.each([
  ['01-01-1900', ['1 date_too_old']],
  ['01-01-2090', ['1 date_in_future']],
  ['29-02', ['1 date_without_year']],
  ['30-11-2026', ['1 date_in_future']],
  ['29-11-2026', []],
])('a birth date is one of somebody who lives: %s', (day, faults) => {
  expect(faultsOf(['fullName', 'dateOfBirth'], ['Anna Holm', day])).toEqual(faults)
})

test.each([
  ['Anna og Bo Holm', ['Anna Holm', 'Bo Holm']],
  ['Anna & Bo Holm', ['Anna Holm', 'Bo Holm']],
  ['Anna Berg og Bo Holm', ['Anna Berg', 'Bo Holm']],
  ['Anna/Bo Holm', ['Anna Holm', 'Bo Holm']],
])('one row that is two people is an error with both names: %s', (name, split) => {
  const read = parseRow([name], reading(['fullName']))
  expect(read.errors).toEqual([{ column: 0, fault: 'two_people' }])
  expect(read.split).toEqual(split)
})

test('two first names beside one surname are two people, too', () => {
  expect(parseRow(['Anna og Bo', 'Holm'], reading(['firstName', 'lastName'])).split).toEqual(['Anna Holm', 'Bo Holm'])
  expect(faultsOf(['fullName'], ['Roger Ogden'])).toEqual([])
})

test.each([
  ['Anna Marie Holm', 'Anna Marie', 'Holm'],
  ['Holm, Anna Marie', 'Anna Marie', 'Holm'],
  ['Cher', 'Cher', ''],
])('a whole name is split: %s', (name, firstName, lastName) => {
  expect(personOf(['fullName'], [name])).toMatchObject({ firstName, lastName })
})

test.each([
  ['+45 20 11 22 33', '+4520112233'],
  ['20 11 22 33', '20112233'],
  ['0045 20112233', '+4520112233'],
  ['Tlf. 20-11-22-33', '20112233'],
])('a telephone number is read with spaces and country code: %s', (text, phone) => {
  expect(personOf(['fullName', 'phone'], ['Anna Holm', text]).phone).toBe(phone)
})

test('two numbers in one cell, and what is none, are errors', () => {
  expect(faultsOf(['fullName', 'phone'], ['Anna Holm', '20112233 / 20112234'])).toEqual(['1 phones_two'])
  expect(faultsOf(['fullName', 'phone'], ['Anna Holm', 'ring til mor'])).toEqual(['1 phone_invalid'])
})

test.each([
  ['800', '0800', ''],
  ['8000', '8000', ''],
  ['DK-8000 Aarhus C', '8000', 'Aarhus C'],
  ['214 35', '21435', ''],
])('a post code has its zero and its town: %s', (text, postCode, city) => {
  expect(personOf(['fullName', 'postCode'], ['Anna Holm', text])).toMatchObject({ postCode, city })
})

test.each([
  ['100', 'Færøerne', '100', ''],
  ['FO-100 Tórshavn', '', '100', 'Tórshavn'],
  ['3900 Nuuk', 'Grønland', '3900', 'Nuuk'],
  ['800', 'Danmark', '0800', ''],
])('a post code of three digits that is not Danish stays as it is: %s', (text, country, postCode, city) => {
  const columns = ['fullName', 'postCode', 'country']
  expect(personOf(columns, ['Anna Holm', text, country])).toMatchObject({ postCode, city })
})

test('formulas, addresses, genders and lengths are errors in their columns', () => {
  const columns = ['firstName', 'lastName', 'email', 'gender', 'address', 'postCode']
  expect(faultsOf(columns, ['=HYPERLINK("x")', 'Holm', 'anna@', 'ukendt', 'x'.repeat(51), 'her'])).toEqual([
    '0 formula',
    '5 post_code_invalid',
    '2 email_invalid',
    '3 gender_unknown',
    '4 too_long',
  ])
  expect(faultsOf(columns, ['', '', '', '', '', ''])).toEqual(['0 name_missing'])
})

test('tags are parted by commas, and one that is too long is an error', () => {
  expect(personOf(['fullName', 'tags'], ['Anna Holm', 'Hold A, Bestyrelse;Hold A']).tags).toEqual([
    'Hold A',
    'Bestyrelse',
  ])
  expect(faultsOf(['fullName', 'tags'], ['Anna Holm', `Hold A, ${'x'.repeat(41)}`])).toEqual(['1 too_long'])
})

test('a lone dash is blank', () => {
  const columns = ['fullName', 'email', 'phone', 'dateOfBirth', 'address']
  const { person, errors } = parseRow(['Anna Holm', '-', '–', '-', '-'], reading(columns))
  expect([errors, person.email, person.phone, person.dateOfBirth, person.address]).toEqual([[], null, '', null, ''])
})

test('an address is found in how mail programs write it', () => {
  expect(personOf(['fullName', 'email'], ['Anna Holm', 'Anna Holm <Anna@Example.com>']).email).toBe('anna@example.com')
})

test('the season is that of the column’s value; an unknown one is an error', () => {
  const id = '00000000-0000-7000-8000-000000000001'
  const choices = {
    dateOrder: 'dmy' as const,
    membership: 'column' as const,
    seasonId: null,
    seasons: [
      { value: 'Senior', seasonId: id },
      { value: 'Støtte', seasonId: null },
      { value: '-', seasonId: id },
    ],
    tags: ['Importeret'],
  }
  const read = (value: string) => parseRow(['Anna Holm', value], reading(['fullName', 'membership'], { choices }))
  expect(read('SENIOR').person).toMatchObject({ seasonId: id, tags: ['Importeret'] })
  expect(read('støtte').person.seasonId).toBe(null)
  expect(read('-').person.seasonId).toBe(id)
  expect(read('Ukendt').errors).toEqual([{ column: 1, fault: 'membership_unknown' }])
})

test('own fields are read by their kind', () => {
  const ownFields = [
    { id: 'a', kind: 'number', options: [] },
    { id: 'b', kind: 'yes_no', options: [] },
    { id: 'c', kind: 'choice', options: ['Blå', 'Rød'] },
    { id: 'd', kind: 'date', options: [] },
  ] as const
  const columns = ['fullName', ...ownFields.map(({ id }) => `field:${id}`)]
  const read = (cells: string[]) => parseRow(['Anna Holm', ...cells], reading(columns, { ownFields }))
  expect(read(['1.234,5', 'Ja', 'rød', '1-2-2003']).person.own).toEqual({
    a: 1234.5,
    b: true,
    c: 'Rød',
    d: '2003-02-01',
  })
  expect(read(['mange', '', 'grøn', '']).errors.map(({ fault }) => fault)).toEqual(['number_invalid', 'choice_unknown'])
  expect(read(['', 'måske', '', '']).errors.map(({ fault }) => fault)).toEqual(['choice_unknown'])
  expect(read(['', 'nej', '', '']).person.own).toEqual({ b: false })
})

test.each([
  ['12.125', 12_125],
  ['12,125', 12.125],
  ['0.125', 0.125],
  ['1234.567', 1234.567],
  ['-1.234.567,8', -1_234_567.8],
  ['1 250', 1250],
  ['12 345,5', 12_345.5],
  ['1.250 000', 'number_invalid'],
  ['12.5', 12.5],
  ['1e12', 'number_invalid'],
])('a number has its comma, and points between thousands: %s', (text, number) => {
  const ownFields = [{ id: 'a', kind: 'number', options: [] }] as const
  const { person, errors } = parseRow(['Anna Holm', text], reading(['fullName', 'field:a'], { ownFields }))
  expect(person.own['a'] ?? errors[0]!.fault).toBe(number)
})

test('a text of an own field is as long as the register takes', () => {
  const ownFields = [{ id: 'a', kind: 'text', options: [] }] as const
  const faults = (text: string) =>
    parseRow(['Anna Holm', text], reading(['fullName', 'field:a'], { ownFields })).errors.map(({ fault }) => fault)
  expect(faults('x'.repeat(500))).toEqual([])
  expect(faults('x'.repeat(501))).toEqual(['too_long'])
})
