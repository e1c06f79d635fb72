import type { ClubKey } from './clubs.ts'

/** Days before the day of seeding, and the hour on the wall. */
type When = readonly [daysAgo: number, clock: string]

export interface Line {
  readonly at: When
  /** The asker, or a member of the club's office by e-mail address. */
  readonly by: 'asker' | `${string}@${string}`
  readonly text: string
}

/** A question to a club and its messages. */
export interface ThreadScene {
  readonly club: ClubKey
  readonly subject: string
  /** A person of the demo world by key, or somebody without an account. */
  readonly asker: string | { readonly name: string; readonly email: string }
  readonly about?: { readonly event: string } | { readonly membership: string }
  readonly messages: readonly Line[]
  /** Internal notes of the office. */
  readonly notes?: readonly Line[]
  /** Nothing more is to come. */
  readonly closed?: true
}

const rikke = 'admin@roklub.example'
const thomas = 'admin@tennis.example'

export const threadScenes: readonly ThreadScene[] = [
  {
    club: 'ROKLUB',
    subject: 'Plads til en længere kajak',
    asker: 'mette.soerensen@example.com',
    about: { membership: 'kayak-place' },
    messages: [
      {
        at: [2, '19:12'],
        by: 'asker',
        text:
          'Hej. Jeg har købt en havkajak på 5,4 meter, og min plads på stativ 3 er for kort. ' +
          'Er der en af de lange pladser ledig til næste sæson, eller kan jeg komme på en liste?\n\nVenlig hilsen Mette',
      },
    ],
    notes: [
      { at: [1, '08:40'], by: rikke, text: 'Poul flytter ud af stativ 1 til foråret. Spørg ham, før vi svarer.' },
    ],
  },
  {
    club: 'ROKLUB',
    subject: 'Kræver roskolen, at man kan svømme?',
    asker: { name: 'Birthe Lauridsen', email: 'birthe.lauridsen@example.net' },
    messages: [
      {
        at: [1, '21:33'],
        by: 'asker',
        text:
          'Jeg er 58 og vil gerne lære at ro, men det er mange år siden, jeg har svømmet 300 meter. ' +
          'Kan man tage prøven undervejs, eller skal den være bestået inden første aften?',
      },
    ],
  },
  {
    club: 'ROKLUB',
    subject: 'Vintersvømning: må man tage en gæst med i saunaen?',
    asker: 'signe.thorup@example.com',
    about: { event: 'Vintersvømning og sauna' },
    messages: [
      {
        at: [6, '12:05'],
        by: 'asker',
        text: 'Min søster er på besøg. Må hun komme med på lørdag, og hvad koster det?',
      },
      {
        at: [5, '09:20'],
        by: rikke,
        text: 'Hej Signe. Ja, hun er velkommen. Gæster betaler på stedet, og I skal begge skrive jer på tavlen.',
      },
      { at: [3, '17:48'], by: 'asker', text: 'Dejligt! Er der håndklæder at låne, eller tager vi selv med?' },
    ],
  },
  {
    club: 'ROKLUB',
    subject: 'Kan jeg begynde igen efter et års pause?',
    asker: 'erik@example.com',
    messages: [
      {
        at: [12, '10:15'],
        by: 'asker',
        text: 'Jeg var medlem sidste år og måtte holde pause med skulderen. Skal jeg tage styrmandsprøven om?',
      },
      {
        at: [11, '16:02'],
        by: rikke,
        text:
          'Velkommen tilbage, Erik. Din styrmandsret gælder stadig, når pausen er under to år. ' +
          'Køb en plads for den nye sæson, så finder vi en rolig båd til den første tur.\n\nHilsen Rikke',
      },
    ],
  },
  {
    club: 'ROKLUB',
    subject: 'Hvornår kan Viggo komme på juniorholdet?',
    asker: 'anna@example.com',
    messages: [
      { at: [40, '20:26'], by: 'asker', text: 'Viggo bliver ni til januar. Må han ro med om onsdagen fra foråret?' },
      {
        at: [39, '08:55'],
        by: rikke,
        text: 'Hej Anna. Ja, fra det år, de fylder ni. Han skal kunne svømme 200 meter; prøven er den første onsdag i april.',
      },
      { at: [39, '18:10'], by: 'asker', text: 'Tak, det glæder han sig til.' },
    ],
    closed: true,
  },
  {
    club: 'ROKLUB',
    subject: 'Kvittering til min arbejdsplads',
    asker: 'soeren.toft@example.com',
    messages: [
      { at: [25, '07:41'], by: 'asker', text: 'Kan I skrive mit firmas navn på kvitteringen for i år?' },
      {
        at: [24, '11:30'],
        by: rikke,
        text: 'Hej Søren. Navnet på en kvittering kan ikke ændres, men du kan skrive firmaet på, når du køber næste gang.',
      },
    ],
    closed: true,
  },
  {
    club: 'TENNIS',
    subject: 'Bane 7 i hallen er glat',
    asker: 'ida.lyngby@example.com',
    messages: [
      {
        at: [1, '22:04'],
        by: 'asker',
        text: 'Der drypper fra taget ved baglinjen på bane 7. Vi stoppede i aften, inden nogen faldt.',
      },
    ],
    notes: [{ at: [1, '22:30'], by: thomas, text: 'Banen er lukket i bookingen. Tømreren kommer torsdag kl. 9.' }],
  },
  {
    club: 'TENNIS',
    subject: 'Efter prøveperioden',
    asker: 'carla@example.com',
    messages: [
      {
        at: [4, '15:25'],
        by: 'asker',
        text: 'Min prøveperiode er slut. Kan jeg tage en til, eller skal jeg vælge senior nu?',
      },
      {
        at: [3, '10:10'],
        by: thomas,
        text: 'Hej Carla. Du kan tage tre måneder mere til samme pris. Vil du spille turnering, skal det være senior.',
      },
    ],
  },
  {
    club: 'TENNIS',
    subject: 'Julestævnet: makker søges til mixed',
    asker: 'kasper.hoej@example.com',
    about: { event: 'Julestævne for alle rækker' },
    messages: [
      { at: [3, '13:37'], by: 'asker', text: 'Jeg mangler en makker i C-rækken. Har I en liste, jeg kan komme på?' },
    ],
  },
  {
    club: 'TENNIS',
    subject: 'Leje af to baner til en fødselsdag',
    asker: { name: 'Jakob Winge', email: 'jakob.winge@example.net' },
    messages: [
      {
        at: [18, '09:09'],
        by: 'asker',
        text: 'Kan man leje to baner en lørdag eftermiddag til tolv børn uden at være medlem?',
      },
      {
        at: [17, '17:15'],
        by: thomas,
        text: 'Hej Jakob. Ja, fra kl. 14, og en træner kan være med. Skriv hvilken dag.',
      },
    ],
    closed: true,
  },
]
