import { address, participant, type Address, type Holding, type Person } from './people.ts'

type Row = readonly [
  name: string,
  gender: Person['gender'],
  age: number,
  birthday: string,
  phone: string,
  home: Address,
  joinedYearsAgo: number,
  holds: readonly Holding[],
  held?: readonly Holding[],
]

const roskilde = (line1: string) => address(line1, '4000', 'Roskilde')
const silkeborg = (line1: string) => address(line1, '8600', 'Silkeborg')
const copenhagen = (line1: string, postCode: string, district: string) =>
  address(line1, postCode, `København ${district}`)

const rows: readonly Row[] = [
  [
    'Mette Sørensen',
    'female',
    36,
    '01-19',
    '+4522418830',
    roskilde('Jernbanegade 4'),
    5,
    ['ROKLUB:adult', 'ROKLUB:kayak-place'],
  ],
  [
    'Jens Østergaard',
    'male',
    58,
    '07-03',
    '+4540231187',
    roskilde('Ringstedgade 71'),
    14,
    ['ROKLUB:adult', 'ROKLUB:kayak-place'],
  ],
  ['Lærke Winther', 'female', 22, '05-27', '+4531902275', roskilde('Algade 33'), 1, ['ROKLUB:young']],
  ['Mikkel Brandt', 'male', 24, '09-12', '+4553217740', roskilde('Skomagergade 8'), 2, ['ROKLUB:young']],
  ['Kirsten Aagaard', 'female', 71, '03-22', '+4546351209', roskilde('Frederiksborgvej 102'), 20, ['ROKLUB:passive']],
  ['Poul Nygaard', 'male', 69, '12-01', '+4546320758', roskilde('Kongebakken 15'), 18, ['ROKLUB:adult']],
  ['Signe Thorup', 'female', 33, '06-05', '+4526780914', roskilde('Hersegade 17'), 3, ['ROKLUB:adult']],
  ['Rasmus Kjær', 'male', 39, '02-26', '+4528104463', address('Lejrevej 24', '4320', 'Lejre'), 4, ['ROKLUB:adult']],
  ['Freja Mørk', 'female', 17, '10-18', '+4552338190', roskilde('Østergade 6'), 1, ['ROKLUB:junior']],
  ['Oliver Steffensen', 'male', 16, '04-09', '+4560177428', roskilde('Borgediget 30'), 2, ['ROKLUB:junior']],
  [
    'Hanne Bjerregaard',
    'female',
    62,
    '08-14',
    '+4524559036',
    address('Havnevej 5', '4070', 'Kirke Hyllinge'),
    11,
    [],
    ['ROKLUB:adult'],
  ],
  ['Søren Toft', 'male', 47, '11-23', '+4529816650', address('Ved Fjorden 2', '4040', 'Jyllinge'), 7, ['ROKLUB:adult']],
  ['Ida Lyngby', 'female', 30, '01-07', '+4521643388', silkeborg('Søgade 12'), 2, ['TENNIS:senior']],
  [
    'Anders Kvist',
    'male',
    44,
    '05-30',
    '+4540958812',
    silkeborg('Borgergade 49'),
    6,
    ['TENNIS:senior', 'TENNIS:company'],
  ],
  ['Birgit Hedegaard', 'female', 66, '09-02', '+4586821473', silkeborg('Åhave Allé 20'), 13, ['TENNIS:morning']],
  ['Flemming Juul', 'male', 70, '07-28', '+4586825590', silkeborg('Lillehøjvej 7'), 15, ['TENNIS:morning']],
  ['Emma Skovgaard', 'female', 15, '03-16', '+4550883167', silkeborg('Nylandsvej 38'), 3, ['TENNIS:junior']],
  ['Noah Præst', 'male', 14, '12-20', '+4571205934', silkeborg('Gjessøvej 11'), 2, ['TENNIS:junior']],
  [
    'Camilla Ravn',
    'female',
    37,
    '02-03',
    '+4527349061',
    address('Hovedgaden 18', '8882', 'Fårvang'),
    4,
    ['TENNIS:senior'],
  ],
  ['Henrik Dam', 'male', 55, '06-21', '+4523817702', silkeborg('Vestre Ringvej 64'), 10, ['TENNIS:senior']],
  [
    'Lone Bisgaard',
    'female',
    59,
    '10-11',
    '+4530467715',
    address('Skolebakken 3', '8680', 'Ry'),
    9,
    ['TENNIS:passive'],
  ],
  ['Kasper Høj', 'male', 28, '04-24', '+4542690358', silkeborg('Estrupsgade 22'), 3, [], ['TENNIS:senior']],
  [
    'Astrid Lindholm',
    'female',
    27,
    '08-08',
    '+4526137749',
    copenhagen('Strandgade 44', '1401', 'K'),
    3,
    ['KOR:student'],
  ],
  [
    'Johannes Vinding',
    'male',
    23,
    '01-25',
    '+4551740926',
    copenhagen('Nørrebrogade 181', '2200', 'N'),
    1,
    ['KOR:student'],
  ],
  [
    'Karen Margrethe Sand',
    'female',
    54,
    '05-11',
    '+4528350047',
    copenhagen('Østerbrogade 90', '2100', 'Ø'),
    8,
    ['KOR:singer'],
  ],
  ['Lars Ebbesen', 'male', 61, '11-17', '+4540519923', copenhagen('Amagerbrogade 27', '2300', 'S'), 12, ['KOR:singer']],
  ['Nina Rosendal', 'female', 34, '07-15', '+4531284460', copenhagen('Istedgade 66', '1650', 'V'), 2, ['KOR:singer']],
  [
    'Peter Holst',
    'male',
    42,
    '09-29',
    '+4522759018',
    address('Godthåbsvej 53', '2000', 'Frederiksberg'),
    5,
    ['KOR:singer'],
  ],
  [
    'Ruth Abrahamsen',
    'female',
    74,
    '12-27',
    '+4538102246',
    address('Falkoner Allé 31', '2000', 'Frederiksberg'),
    16,
    ['KOR:supporter'],
  ],
  [
    'Bjarke Elkjær',
    'male',
    31,
    '03-04',
    '+4560924715',
    copenhagen('Refshalevej 110', '1432', 'K'),
    3,
    [],
    ['KOR:singer'],
  ],
]

/** `Karen Margrethe Sand` → `karen.margrethe.sand@example.com`. */
const emailOf = (name: string): string => {
  const plain = name.toLowerCase().replaceAll('æ', 'ae').replaceAll('ø', 'oe').replaceAll('å', 'aa')
  return `${plain.replaceAll(' ', '.')}@example.com`
}

const clubMembers = rows.map(([name, gender, age, birthday, phone, home, joinedYearsAgo, holds, held = []]): Person => {
  const space = name.lastIndexOf(' ')
  const email = emailOf(name)
  return {
    key: email,
    firstName: name.slice(0, space),
    lastName: name.slice(space + 1),
    email,
    parent: null,
    gender,
    age,
    birthday,
    phone,
    address: home,
    language: 'da',
    joinedYearsAgo,
    holds,
    held,
  }
})

const named = (lastName: string): Person => {
  const found = clubMembers.find((person) => person.lastName === lastName)
  if (!found) throw new Error(`No club member is called ${lastName}`)
  return found
}

/** Further club members without sign-ins. */
export const neighbours: readonly Person[] = [
  ...clubMembers,
  participant('Karla', named('Sørensen'), 'female', 10, '02-14', ['ROKLUB:junior']),
  participant('Malthe', named('Kjær'), 'male', 12, '08-30', ['ROKLUB:junior']),
  participant('Liva', named('Ravn'), 'female', 9, '06-11', ['TENNIS:junior']),
  participant('August', named('Kvist'), 'male', 13, '11-05', ['TENNIS:junior']),
]
