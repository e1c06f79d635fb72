import type { LocalText } from '#contract/local-text.ts'

export type ClubKey = 'ROKLUB' | 'TENNIS' | 'KOR'

export interface Kind {
  readonly key: string
  readonly name: string
  readonly benefits: LocalText
  /** Øre. */
  readonly price: number
  /** Percent. An association's fees are exempt from VAT, rentals and sales are not. */
  readonly vatRate: number
  /** Øre. */
  readonly surcharge: number
  readonly combinable: boolean
  /** A trial of three months instead of the club's seasons; the previous one has just ended and the next has started. */
  readonly trial: boolean
  /** A supporter's membership. */
  readonly passive: boolean
  /** Age in years on the season's first day, both limits included; null for none. */
  readonly minAge: number | null
  readonly maxAge: number | null
}

export interface Club {
  readonly key: ClubKey
  readonly name: string
  readonly description: LocalText
  readonly city: string
  readonly address: string
  readonly cvr: string
  readonly contactEmail: string
  readonly website: string
  /** Where invoices are paid; left out of clubs that write none. */
  readonly account?: { readonly bankRegistration: string; readonly bankAccount: string; readonly mobilePay: string }
  readonly hue: number
  readonly colour: string
  readonly graceDays: number
  readonly testMode: boolean
  /** The merchant's key at the card gateway; the simulated one takes any GUID. */
  readonly gatewayKey: string
  readonly seasonStartsInMonth: number
  /** Days from the day of seeding until next season's sale starts; negative when it has started. */
  readonly nextSeasonOpensInDays: number
  readonly kinds: readonly Kind[]
}

const kind = (key: string, name: string, kroner: number, more: Partial<Kind> & Pick<Kind, 'benefits'>): Kind => ({
  key,
  name,
  price: kroner * 100,
  vatRate: 0,
  surcharge: 0,
  combinable: false,
  trial: false,
  passive: false,
  minAge: null,
  maxAge: null,
  ...more,
})

export const clubs: readonly Club[] = [
  {
    key: 'ROKLUB',
    name: 'Roskilde Fjord Roklub',
    description: {
      da:
        'Vi ror på fjorden fra marts til november, i inriggere, outriggere og kajakker. Nye roere lærer det på otte ' +
        'aftener om foråret, og om vinteren mødes vi i ergometerrummet og i svømmehallen. Klubhuset ligger yderst på ' +
        'havnen, og der er altid kaffe.',
      en:
        'We row on the fjord from March to November, in inriggers, sculls and kayaks. New rowers learn it in eight ' +
        'evenings in spring, and in winter we meet at the rowing machines and in the pool. The club house is at the far ' +
        'end of the harbour, and there is always coffee.',
    },
    city: 'Roskilde',
    address: 'Fjordkajen 18, 4000 Roskilde',
    cvr: '31842755',
    contactEmail: 'kontor@roklub.example',
    website: 'https://roklub.example',
    account: { bankRegistration: '9570', bankAccount: '0012345678', mobilePay: '83412' },
    hue: 198,
    colour: '#0b5c87',
    graceDays: 31,
    testMode: false,
    gatewayKey: '0b7c1f52-6a3e-4c0e-9d55-3f1f0a6d1001',
    seasonStartsInMonth: 1,
    nextSeasonOpensInDays: -10,
    kinds: [
      kind('adult', 'Voksen', 650, {
        surcharge: 5000,
        minAge: 26,
        benefits: {
          da: 'Ro hele året i klubbens både, brug ergometerrummet, og få medlemspris på arrangementer.',
          en: "Row all year in the club's boats, use the rowing machines, and pay the member price for events.",
        },
      }),
      kind('young', 'Ungsenior', 450, {
        surcharge: 5000,
        minAge: 18,
        maxAge: 25,
        benefits: {
          da: 'Det samme som voksne til en lavere pris, og et hold for unge om torsdagen.',
          en: 'The same as for adults at a lower fee, and a crew for young rowers on Thursdays.',
        },
      }),
      kind('junior', 'Junior', 350, {
        maxAge: 17,
        benefits: {
          da: 'Træning med instruktør to gange om ugen, lån af redningsvest og ture i ferierne.',
          en: 'Training with a coach twice a week, a life jacket to borrow, and trips in the holidays.',
        },
      }),
      kind('passive', 'Passiv', 200, {
        passive: true,
        benefits: {
          da: 'Støt klubben, og kom med til fester og foredrag. Roning er ikke med.',
          en: "Support the club and come to parties and talks. Rowing isn't included.",
        },
      }),
      kind('kayak-place', 'Kajakplads', 800, {
        vatRate: 25,
        combinable: true,
        benefits: {
          da: 'Din egen plads i kajakskuret hele sæsonen, med nøgle.',
          en: 'Your own rack in the kayak shed all season, with a key.',
        },
      }),
    ],
  },
  {
    key: 'TENNIS',
    name: 'Tennisklubben Lunden',
    description: {
      da:
        'Seks grusbaner mellem bøgetræerne og to baner i hallen hele vinteren. Hos os spiller børn, motionister og ' +
        'holdspillere side om side, og fredag aften er der dobbelt for alle, der møder op.',
      en:
        'Six clay courts among the beeches and two indoor courts all winter. Children, leisure players and teams play ' +
        'side by side, and on Friday evenings there are doubles for whoever turns up.',
    },
    city: 'Silkeborg',
    address: 'Lundevej 40, 8600 Silkeborg',
    cvr: '28517466',
    contactEmail: 'kontor@tennis.example',
    website: 'https://tennis.example',
    hue: 145,
    colour: '#2c6e3f',
    graceDays: 14,
    testMode: false,
    gatewayKey: '0b7c1f52-6a3e-4c0e-9d55-3f1f0a6d1002',
    seasonStartsInMonth: 4,
    nextSeasonOpensInDays: -20,
    kinds: [
      kind('senior', 'Senior', 1450, {
        surcharge: 10000,
        minAge: 18,
        benefits: {
          da: 'Book alle baner, ude og inde, alle ugens dage, og spil med i fredagsdouble.',
          en: 'Book any court, outdoors and indoors, every day of the week, and play the Friday doubles.',
        },
      }),
      kind('morning', 'Formiddag', 950, {
        surcharge: 10000,
        minAge: 18,
        benefits: { da: 'Book alle baner på hverdage før kl. 14.', en: 'Book any court on weekdays before 14:00.' },
      }),
      kind('junior', 'Junior', 750, {
        maxAge: 17,
        benefits: {
          da: 'Træning en gang om ugen fra april til september, og fri leg på børnebanen.',
          en: "Training once a week from April to September, and free play on the children's court.",
        },
      }),
      kind('passive', 'Passiv', 150, {
        passive: true,
        benefits: {
          da: 'Støt klubben, og kom med til fester og generalforsamling.',
          en: 'Support the club, and come to parties and the general meeting.',
        },
      }),
      kind('company', 'Firmabane', 4000, {
        vatRate: 25,
        combinable: true,
        benefits: {
          da: 'En fast banetime om ugen for op til fire kolleger.',
          en: 'A fixed hour on court every week for up to four colleagues.',
        },
      }),
      kind('trial', 'Prøvemedlem', 300, {
        trial: true,
        benefits: {
          da: 'Spil på alle baner i tre måneder, og lån en ketsjer.',
          en: 'Play on any court for three months, and borrow a racket.',
        },
      }),
    ],
  },
  {
    key: 'KOR',
    name: 'Kammerkoret Havnelys',
    description: {
      da:
        'Et kor på fyrre stemmer, der øver hver tirsdag og giver fire koncerter om året, fra renæssance til nye danske ' +
        'værker. Vi holder optagelsesprøve i januar og august; lysten til at øve hjemme tæller mest.',
      en:
        'A choir of forty voices that rehearses on Tuesdays and gives four concerts a year, from the renaissance to new ' +
        'Danish works. Auditions are in January and August; the will to practise at home counts most.',
    },
    city: 'København',
    address: 'Kajgade 7, 1433 København K',
    cvr: '36290818',
    contactEmail: 'kontor@kor.example',
    website: 'https://kor.example',
    hue: 318,
    colour: '#7d3a78',
    graceDays: 31,
    testMode: true,
    gatewayKey: '0b7c1f52-6a3e-4c0e-9d55-3f1f0a6d1003',
    seasonStartsInMonth: 1,
    nextSeasonOpensInDays: 40,
    kinds: [
      kind('singer', 'Sanger', 900, {
        surcharge: 7500,
        benefits: {
          da: 'Øvning hver tirsdag, noder, korweekend og fire koncerter om året.',
          en: 'Rehearsals every Tuesday, sheet music, a choir weekend and four concerts a year.',
        },
      }),
      kind('student', 'Studerende', 450, {
        surcharge: 7500,
        benefits: {
          da: 'Det samme som sangere, til halv pris med studiekort.',
          en: 'The same as for singers, at half the fee with a student card.',
        },
      }),
      kind('supporter', 'Støttemedlem', 150, {
        passive: true,
        benefits: {
          da: 'To fribilletter om året og nyt fra koret.',
          en: 'Two free tickets a year and news from the choir.',
        },
      }),
    ],
  },
]
