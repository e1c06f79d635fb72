import { expect, test } from 'vitest'
import { findClubs } from './find-clubs.ts'

const club = (name: string, city: string, description = '') => ({ name, city, description })
const clubs = [
  club('Kammerkoret Havnelys', 'København', 'Et kor på fyrre stemmer ved Åboulevarden'),
  club('Ry Roklub', 'Ry', 'Vi ror på søen'),
  club('Tennisklubben Lunden', 'Silkeborg', 'Seks grusbaner. Vi er naboer til Ry Roklub'),
]
const names = (search: string) => findClubs(clubs, search).map(({ name }) => name.split(' ')[0])

test.each([
  ['', ['Kammerkoret', 'Ry', 'Tennisklubben']],
  ['  ', ['Kammerkoret', 'Ry', 'Tennisklubben']],
  ['KOBENHAVN', ['Kammerkoret']],
  ['koebenhavn', ['Kammerkoret']],
  ['aaboulevarden', ['Kammerkoret']],
  ['soen', ['Ry']],
  ['roklub', ['Ry', 'Tennisklubben']],
  ['grus silkeborg', ['Tennisklubben']],
  ['grus ry roklub', ['Tennisklubben']],
  ['(.*)', []],
])('%j finds %j', (search, found) => expect(names(search)).toEqual(found))
