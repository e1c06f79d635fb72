import { adult, child, guest, team } from './event-categories.ts'
import type { ClubEvent } from './event-categories.ts'

/** In every state: free, paid, with an early price, nearly full, full, members only, with guests, not yet public, a draft, cancelled, past. */
export const rowingEvents: readonly ClubEvent[] = [
  {
    title: 'Åbent hus på kajen',
    kind: 'Åbent hus',
    place: 'Bådhallen, Fjordkajen 18',
    address: 'Fjordkajen 18, 4000 Roskilde',
    text: `Se bådene, prøv ergometret, og få en tur på fjorden med en erfaren styrmand.

## Sådan går dagen

- **10.00** Hallen åbner, kaffe og boller
- **10.30 og 12.00** Ture på fjorden, en halv time hver
- **13.00** Vi viser, hvordan en inrigger bliver til

Redningsveste i alle størrelser ligger klar. Tag tøj på, der må blive vådt.`,
    inDays: 9,
    weekday: 'saturday',
    at: '10:00',
    hours: 4,
    categories: [adult(0), child(0)],
  },
  {
    title: 'Lær at ro: otte aftener',
    kind: 'Kursus',
    place: 'Bådhallen, Fjordkajen 18',
    address: 'Fjordkajen 18, 4000 Roskilde',
    text: `Fra redningsvest til styrmandskommandoer på otte tirsdage. Du skal kunne svømme **300 meter**.

Bøger er med i prisen. Er du ikke medlem endnu, så meld dig ind i samme køb: så koster kurset det samme som for medlemmer.`,
    inDays: 25,
    weekday: 'tuesday',
    at: '18:30',
    hours: 2,
    capacity: 16,
    sold: 15,
    categories: [adult(900, 600)],
  },
  {
    title: 'Natur- og sælsafari i inrigger',
    kind: 'Tur',
    place: 'Afgang fra Fjordkajen',
    address: 'Bognæs, 4300 Holbæk',
    text: `Vi ror til Bognæs ved solopgang og tæller sæler. Turen er på 14 kilometer i roligt tempo, med pause på stranden.

> Alle pladser er taget. Skriv dig på ventelisten: bliver der plads, får du et tilbud.`,
    inDays: 16,
    weekday: 'saturday',
    at: '06:30',
    hours: 4,
    capacity: 20,
    sold: 20,
    categories: [adult(150, 75), child(75, 40)],
  },
  {
    title: 'Standerstrygning',
    kind: 'Fest',
    place: 'Klubhuset',
    address: 'Fjordkajen 18, 4000 Roskilde',
    text: `Vi stryger standeren, uddeler kilometerpokaler og spiser gule ærter ved langbordene. **Tag gerne en gæst med.**

1. Standeren stryges klokken 14
2. Pokaler og taler
3. Spisning klokken 16`,
    inDays: 12,
    weekday: 'sunday',
    at: '14:00',
    hours: 6,
    forMembers: true,
    guests: true,
    capacity: 90,
    sold: 52,
    categories: [adult(195, 145), child(80, 60)],
  },
  {
    title: 'Styrmandsprøve, praktisk del',
    kind: 'Prøve',
    place: 'Bådebroen',
    address: 'Fjordkajen 18, 4000 Roskilde',
    text: `Anløb i sidevind, mand over bord og vigeregler. Kun for medlemmer, der har bestået den teoretiske del og er fyldt 16 år.`,
    inDays: 19,
    weekday: 'sunday',
    at: '09:00',
    hours: 5,
    forMembers: true,
    capacity: 8,
    sold: 5,
    categories: [adult(0, null, { minAge: 16 })],
  },
  {
    title: 'Vintersvømning og sauna',
    kind: 'Træning',
    place: 'Maglegårdsbadet',
    address: 'Maglegårdsvej 10, 4000 Roskilde',
    text: `Svømmetræning i varmt vand, og bagefter en dukkert fra broen for dem, der tør.

- Saunaen er varm fra klokken syv
- Medbring *to* håndklæder og uldne sokker`,
    inDays: 5,
    weekday: 'saturday',
    at: '19:00',
    hours: 2,
    forMembers: true,
    categories: [adult(30, 0), child(15, 0)],
  },
  {
    title: 'Ergometerduel mod Holbæk',
    kind: 'Stævne',
    place: 'Ergometerrummet',
    address: 'Fjordkajen 18, 4000 Roskilde',
    text: `To gange 500 meter, bedste samlede tid vinder. Fire på et hold, og et hold må gerne blande alder og erfaring.

Hold og enkeltstartere deles om de 24 baner.`,
    inDays: 33,
    weekday: 'sunday',
    at: '11:00',
    hours: 5,
    capacity: 24,
    sold: 9,
    severalPerPerson: true,
    pool: { name: 'Banepladser', capacity: 24 },
    categories: [{ ...team(400, 300), pooled: true }, adult(120, 90, { pooled: true })],
  },
  {
    title: 'Foredrag: Rundt om Sjælland i dobbeltsculler',
    kind: 'Foredrag',
    place: 'Klubhuset, 1. sal',
    address: 'Fjordkajen 18, 4000 Roskilde',
    text: `To roere, 380 kilometer og elleve dage. Om strøm, telte, sammenhold og den dag, alt gik galt ved Røsnæs.

Billetsalget åbner om en uge.`,
    inDays: 40,
    weekday: 'thursday',
    at: '19:30',
    hours: 2,
    capacity: 60,
    saleFromInDays: 8,
    categories: [adult(90, 45)],
  },
  {
    title: 'Roweekend i Svendborgsund',
    kind: 'Tur',
    place: 'Svendborg Roklub',
    address: 'Christiansvej 42, 5700 Svendborg',
    text: `Fra fredag aften til søndag eftermiddag ror vi i sundet, øst om Tåsinge og ind til Troense, og sover i klubhuset i Svendborg.

- **Fredag** Vi kører sammen fra Fjordkajen klokken 17
- **Lørdag** Langtur med madpakke, og fælles aftensmad
- **Søndag** Kort tur, oprydning og hjem

Mad og både er med i prisen. Der er tredive sovepladser; bor du hos andre, så vælg *Uden overnatning*.`,
    en: {
      title: 'Rowing weekend in the Svendborg Sound',
      text: `From Friday evening to Sunday afternoon we row in the sound, east of Tåsinge and in to Troense, and sleep at the club house in Svendborg.

- **Friday** We drive together from Fjordkajen at 17:00
- **Saturday** A long trip with packed lunches, and dinner together
- **Sunday** A short trip, tidying up, and home

Meals and boats are included. There are thirty beds; if you stay elsewhere, choose *Without a bed*.`,
    },
    inDays: 75,
    weekday: 'friday',
    at: '17:00',
    hours: 46,
    capacity: 40,
    refundUntilHours: 168,
    pool: { name: 'Sovepladser', capacity: 30 },
    categories: [
      adult(900, 750, {
        en: 'Adult',
        pooled: true,
        minAge: 18,
        early: { price: 750, memberPrice: 600, untilInDays: 12 },
        sold: 7,
      }),
      child(600, 450, {
        name: 'Junior, 10–17 år',
        en: 'Junior, 10–17 years',
        pooled: true,
        minAge: 10,
        maxAge: 17,
        early: { price: 450, memberPrice: 300, untilInDays: 12 },
        sold: 4,
      }),
      guest(450, { name: 'Uden overnatning', en: 'Without a bed', memberPrice: 350, sold: 2 }),
    ],
  },
  {
    title: 'Mørkeroning til Frederikssund',
    kind: 'Tur',
    place: 'Afgang fra Fjordkajen',
    address: 'Fjordkajen 18, 4000 Roskilde',
    text: 'Vi ror nordpå med pandelamper og lanterner, spiser suppe i Frederikssund og kører hjem med trailer.',
    en: {
      title: 'Rowing in the dark to Frederikssund',
      text: 'We row north with head torches and lanterns, have soup in Frederikssund and drive home with the trailer.',
    },
    inDays: 7,
    weekday: 'saturday',
    at: '16:30',
    hours: 6,
    capacity: 16,
    cancelled: {
      daysAgo: 3,
      texts: {
        da: 'Der er varslet kuling fra nordvest hele weekenden, så vi tør ikke sende bådene af sted. Vi prøver igen, når vejret er med os.',
        en: 'A gale from the north-west is forecast for the whole weekend, so we dare not send the boats out. We will try again in better weather.',
      },
    },
    categories: [
      adult(180, 120, { en: 'Adult', sold: 0 }),
      child(90, 60, { name: 'Junior, 10–17 år', en: 'Junior, 10–17 years', minAge: 10, maxAge: 17, sold: 0 }),
    ],
  },
  {
    title: 'Forårslejr for juniorer',
    kind: 'Lejr',
    place: 'Sorø Roklub',
    address: 'Søgade 15, 4180 Sorø',
    text: 'Tre dage på Sorø Sø med træning to gange om dagen, bål om aftenen og madrasser i bådhallen.',
    inDays: 95,
    weekday: 'friday',
    at: '08:00',
    hours: 56,
    publicInDays: 30,
    forMembers: true,
    capacity: 28,
    categories: [child(750, 650, { name: 'Junior, 10–17 år', minAge: 10, maxAge: 17 })],
  },
  {
    title: 'Sommerregatta på fjorden',
    kind: 'Regatta',
    place: 'Roskilde Fjord',
    address: 'Havnevej 1, 4000 Roskilde',
    text: 'Hele fjorden rundt med over halvtreds både. Tilmelding åbner for alle, når vinterens ruter er godkendt.',
    inDays: 160,
    weekday: 'saturday',
    at: '07:00',
    hours: 10,
    publicInDays: 60,
    capacity: 200,
    categories: [adult(250, 175), child(100, 75)],
  },
  {
    title: 'Bestyrelsens arbejdsdag',
    kind: 'Arbejdsdag',
    place: 'Bådhallen',
    text: 'Under planlægning: dato og opgaver er ikke på plads endnu.',
    inDays: 50,
    weekday: 'saturday',
    at: '09:00',
    hours: 6,
    enabled: false,
    forMembers: true,
    categories: [adult(0)],
  },
  {
    title: 'Løvfaldstur til Lejre',
    kind: 'Tur',
    place: 'Afgang fra Fjordkajen',
    address: 'Lejrevej 100, 4320 Lejre',
    text: 'Årets sidste langtur gik ind ad Lejre Vig med frokost i det fri. Tak til de tredive, der roede med.',
    inDays: -24,
    weekday: 'sunday',
    at: '09:00',
    hours: 7,
    capacity: 30,
    sold: 30,
    categories: [adult(120, 60), child(60, 30)],
  },
]
