import type { ClubKey } from './clubs.ts'

export type Holding = `${ClubKey}:${string}`

export interface Person {
  readonly key: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  /** The member who manages a participant. */
  readonly parent: string | null
  readonly gender: 'female' | 'male' | 'other' | ''
  /** Age on the day of seeding. */
  readonly age: number
  /** Month and day, `MM-DD`. */
  readonly birthday: string
  readonly phone: string
  readonly address: Address | null
  /** Null: as in the browser. */
  readonly language: 'da' | 'en' | null
  readonly joinedYearsAgo: number
  /** Memberships of the current season, `CLUB:kind`. */
  readonly holds: readonly Holding[]
  /** Memberships of a past season: trials are in their grace period, others have expired. */
  readonly held: readonly Holding[]
}

export interface Address {
  readonly line1: string
  readonly line2: string
  readonly postCode: string
  readonly city: string
}

export const address = (line1: string, postCode: string, city: string, line2 = ''): Address => ({
  line1,
  line2,
  postCode,
  city,
})

export const signIn = (firstName: string, lastName: string, email: string, more: Partial<Person>): Person => ({
  key: email,
  firstName,
  lastName,
  email,
  parent: null,
  gender: '',
  age: 40,
  birthday: '05-14',
  phone: '',
  address: null,
  language: null,
  joinedYearsAgo: 2,
  holds: [],
  held: [],
  ...more,
})

/** A child without a sign-in or e-mail address, managed by a member. */
export const participant = (
  firstName: string,
  parent: Pick<Person, 'key' | 'lastName' | 'address'>,
  gender: Person['gender'],
  age: number,
  birthday: string,
  holds: readonly Holding[] = [],
): Person => ({
  ...signIn(firstName, parent.lastName, '', { gender, age, birthday, holds, address: parent.address }),
  key: `${parent.key}/${firstName}`,
  email: null,
  parent: parent.key,
})

const anna = signIn('Anna', 'Holm', 'anna@example.com', {
  gender: 'female',
  age: 41,
  birthday: '03-08',
  phone: '+4520112233',
  address: address('Havnevej 12', '4000', 'Roskilde', '2. tv.'),
  joinedYearsAgo: 6,
  holds: ['ROKLUB:adult'],
})

/** The people behind the demo sign-ins; each is found by the verified e-mail at the first sign-in. */
export const signIns: readonly Person[] = [
  anna,
  participant('Alma', anna, 'female', 11, '09-21', ['ROKLUB:junior']),
  participant('Viggo', anna, 'male', 8, '01-30', ['ROKLUB:junior']),
  signIn('Bo', 'Holm', 'bo@example.com', {
    gender: 'male',
    age: 43,
    birthday: '11-02',
    phone: '+4520112244',
    address: anna.address,
    joinedYearsAgo: 4,
    holds: ['ROKLUB:adult', 'TENNIS:senior'],
  }),
  signIn('Carla', 'Friis', 'carla@example.com', {
    gender: 'female',
    age: 38,
    birthday: '06-17',
    phone: '+4522903381',
    address: address('Allehelgensgade 3', '4000', 'Roskilde'),
    holds: ['KOR:singer'],
    held: ['TENNIS:trial'],
  }),
  signIn('Dan', 'Krogh', 'dan@example.com', { gender: 'male', age: 29, birthday: '02-11', joinedYearsAgo: 0 }),
  signIn('Erik', 'Lund', 'erik@example.com', {
    gender: 'male',
    age: 67,
    birthday: '08-25',
    phone: '+4540718820',
    address: address('Sankt Olsgade 21', '4000', 'Roskilde'),
    joinedYearsAgo: 9,
    held: ['ROKLUB:adult'],
  }),
  signIn('Rikke', 'Bach', 'admin@roklub.example', {
    gender: 'female',
    age: 52,
    birthday: '04-29',
    phone: '+4527614490',
    address: address('Bredgade 9', '4000', 'Roskilde'),
    joinedYearsAgo: 12,
    holds: ['ROKLUB:adult'],
  }),
  signIn('Thomas', 'Vang', 'admin@tennis.example', {
    gender: 'male',
    age: 48,
    birthday: '10-06',
    phone: '+4561237745',
    address: address('Vestergade 58', '8600', 'Silkeborg'),
    joinedYearsAgo: 8,
    holds: ['TENNIS:senior'],
  }),
  signIn('Susanne', 'Dahl', 'super@example.com', {
    gender: 'female',
    age: 45,
    birthday: '12-13',
    phone: '+4530556172',
    address: address('Fælledvej 14', '2200', 'København N'),
    joinedYearsAgo: 3,
  }),
  signIn('Agnes', 'Juhl', 'all-clubs@example.com', {
    gender: 'female',
    age: 38,
    birthday: '03-02',
    phone: '+4528117340',
    address: address('Vesterbrogade 118', '1620', 'København V'),
    joinedYearsAgo: 3,
  }),
  // The provider has not verified her e-mail address, so signing in does not connect to this member.
  signIn('Ulla', 'Vest', 'unverified@example.com', {
    gender: 'female',
    age: 57,
    birthday: '01-16',
    phone: '+4529410063',
    address: address('Kamstrupstien 8', '4000', 'Roskilde'),
    joinedYearsAgo: 5,
    holds: ['ROKLUB:passive'],
  }),
]
