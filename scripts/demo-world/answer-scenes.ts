import type { ClubKey } from './clubs.ts'

/** Answer templates: club, title, text. */
export const answerScenes: readonly (readonly [club: ClubKey, title: string, text: string])[] = [
  [
    'ROKLUB',
    'Svømmeprøve',
    'Hej {name}\n\nAlle, der ror hos os, skal kunne svømme 300 meter (børn 200 meter). Prøven kan tages i svømmehallen ' +
      'tirsdag aften i vinterhalvåret og er gratis.\n\nVenlig hilsen {club}',
  ],
  [
    'ROKLUB',
    'Velkommen som ny roer',
    'Hej {name}\n\nTak for din interesse. Nye roere begynder på roskolen om foråret: otte aftener, og alt grej er med. ' +
      'Kom til åbent hus på kajen, så viser vi rundt.\n\nVenlig hilsen {club}',
  ],
  [
    'ROKLUB',
    'Kvittering',
    'Hej {name}\n\nKvitteringen ligger under Medlemskaber, Historik, og kan hentes som PDF.\n\nVenlig hilsen {club}',
  ],
  [
    'TENNIS',
    'Booking af bane',
    'Hej {name}\n\nBaner bookes op til syv dage frem. En gæst koster 50 kr. og betales på stedet.\n\nVenlig hilsen {club}',
  ],
  [
    'TENNIS',
    'Prøvemedlem',
    'Hej {name}\n\nSom prøvemedlem spiller du frit i tre måneder og kan låne ketsjer. Bagefter kan du vælge det ' +
      'medlemskab, der passer dig.\n\nVenlig hilsen {club}',
  ],
]
