import { address, participant, type Person, signIn } from './people.ts'

const women = ['Agnete', 'Bodil', 'Cecilie', 'Dorte', 'Ellen', 'Fie', 'Gerda', 'Helle', 'Inge', 'Josefine']
const men = ['Asger', 'Bent', 'Claus', 'David', 'Esben', 'Frode', 'Gustav', 'Holger', 'Ivan', 'Jeppe']
const children = ['Alberte', 'Villads', 'Ella', 'Storm', 'Nora', 'Elias']
const lastNames = ['Ager', 'Borg', 'Dalgaard', 'Enevold', 'Fuglsang', 'Gram', 'Hauge', 'Iversen', 'Krag', 'Lorentzen']
const streets = ['Algade', 'Møllevej', 'Skolegade', 'Strandvejen', 'Søndergade']
const ADULTS = 60
const CHILDREN = 24

const plain = (name: string) => name.toLowerCase().replaceAll('ø', 'oe').replaceAll('å', 'aa')

const adults = Array.from({ length: ADULTS }, (_, at): Person => {
  const isWoman = at % 2 === 0
  const firstName = (isWoman ? women : men)[at % 10]!
  const lastName = lastNames[(at * 3 + Math.floor(at / 10)) % 10]!
  return signIn(firstName, lastName, `${plain(firstName)}.${plain(lastName)}@example.com`, {
    gender: isWoman ? 'female' : 'male',
    age: 19 + ((at * 7) % 52),
    birthday: `0${1 + (at % 9)}-1${at % 10}`,
    phone: `+45311155${10 + at}`,
    address: address(`${streets[at % 5]!} ${3 + at}`, '4000', 'Roskilde'),
    language: 'da',
    joinedYearsAgo: 1,
  })
})

/** People who are members of no club and come to events, some with a child. */
export const guests: readonly Person[] = [
  ...adults,
  ...adults
    .filter(({ age }) => age >= 28 && age <= 55)
    .slice(0, CHILDREN)
    .map((parent, at) =>
      participant(
        children[at % 6]!,
        parent,
        at % 2 === 0 ? 'female' : 'male',
        5 + (at % 10),
        `0${1 + (at % 9)}-0${1 + (at % 9)}`,
      ),
    ),
]
