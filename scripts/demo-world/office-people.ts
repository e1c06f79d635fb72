import { address, type Holding, type Person, signIn } from './people.ts'

/** First and last name, sign-in, gender, age, post code, city, membership. */
const people: readonly [string, string, string, Person['gender'], number, string, string, Holding][] = [
  ['Palle', 'Dyhr', 'chair@roklub.example', 'male', 58, '4000', 'Roskilde', 'ROKLUB:adult'],
  ['Lone', 'Bang', 'treasurer@roklub.example', 'female', 61, '4000', 'Roskilde', 'ROKLUB:adult'],
  ['Ditte', 'Skov', 'secretary@roklub.example', 'female', 44, '4000', 'Roskilde', 'ROKLUB:adult'],
  ['Jonas', 'Lyng', 'events@roklub.example', 'male', 33, '4000', 'Roskilde', 'ROKLUB:adult'],
  ['Freja', 'Munk', 'door@roklub.example', 'female', 19, '4000', 'Roskilde', 'ROKLUB:adult'],
  ['Gitte', 'Ravn', 'chair@tennis.example', 'female', 52, '8600', 'Silkeborg', 'TENNIS:senior'],
  ['Ole', 'Kjær', 'treasurer@tennis.example', 'male', 66, '8600', 'Silkeborg', 'TENNIS:senior'],
  ['Pia', 'Bruun', 'secretary@tennis.example', 'female', 47, '8600', 'Silkeborg', 'TENNIS:senior'],
  ['Mads', 'Toft', 'events@tennis.example', 'male', 29, '8600', 'Silkeborg', 'TENNIS:senior'],
  ['Emil', 'Hede', 'door@tennis.example', 'male', 18, '8600', 'Silkeborg', 'TENNIS:senior'],
  ['Birgit', 'Sand', 'chair@kor.example', 'female', 63, '2200', 'København N', 'KOR:singer'],
  ['Henrik', 'Vad', 'treasurer@kor.example', 'male', 55, '2200', 'København N', 'KOR:singer'],
  ['Signe', 'Holt', 'secretary@kor.example', 'female', 39, '2200', 'København N', 'KOR:singer'],
  ['Kasper', 'Riis', 'events@kor.example', 'male', 36, '2200', 'København N', 'KOR:singer'],
  ['Nete', 'Vind', 'door@kor.example', 'female', 22, '2200', 'København N', 'KOR:singer'],
  ['Sofus', 'Krag', 'trainer@roklub.example', 'male', 27, '4000', 'Roskilde', 'ROKLUB:adult'],
]

/** Who works in the offices of the demo clubs: of each a chair, treasurer, secretary, event manager and door volunteer, and a trainer. */
export const officePeople: readonly Person[] = people.map(
  ([firstName, lastName, email, gender, age, postCode, city, holding], at) =>
    signIn(firstName, lastName, email, {
      gender,
      age,
      birthday: `0${1 + (at % 9)}-1${at % 9}`,
      phone: `+45301144${String(20 + at)}`,
      address: address(`Kirkevej ${3 + at}`, postCode, city),
      joinedYearsAgo: 2 + (at % 5),
      holds: [holding],
    }),
)
