import type { Light } from './scene-ground.ts'
import type { Motif } from './scene-motifs.ts'

/** An event's picture and its alternative text. */
export interface Scene {
  readonly motif: Motif
  readonly light: Light
  readonly da: string
  readonly en: string
}

/** By the title of the event; one without has a plain cover in the club's colour. */
export const scenes: Readonly<Record<string, Scene>> = {
  'Åbent hus på kajen': {
    motif: 'harbour',
    light: 'day',
    da: 'Røde, gule og hvide bådhuse på en bro ved fjorden',
    en: 'Red, yellow and white boat houses on a jetty by the fjord',
  },
  'Lær at ro: otte aftener': {
    motif: 'fjord',
    light: 'dusk',
    da: 'En inrigger med tre roere på en blank fjord ved solnedgang',
    en: 'An inrigger with three rowers on a calm fjord at sunset',
  },
  'Natur- og sælsafari i inrigger': {
    motif: 'fjord',
    light: 'day',
    da: 'To både på fjorden foran blå bakker',
    en: 'Two boats on the fjord in front of blue hills',
  },
  Standerstrygning: {
    motif: 'party',
    light: 'dusk',
    da: 'Vimpler over et dækket langbord i aftenlys',
    en: 'Bunting over a long table in the evening light',
  },
  'Vintersvømning og sauna': {
    motif: 'swimming',
    light: 'day',
    da: 'Tre hoveder i vandet ved en badebro med et rødt hus',
    en: 'Three heads in the water by a jetty with a red hut',
  },
  'Ergometerduel mod Holbæk': {
    motif: 'machines',
    light: 'day',
    da: 'Tre romaskiner foran høje vinduer',
    en: 'Three rowing machines in front of tall windows',
  },
  'Foredrag: Rundt om Sjælland i dobbeltsculler': {
    motif: 'evening',
    light: 'night',
    da: 'Et vindue mod fjeld og måne, lamper og tomme stole',
    en: 'A window with hills and moon, lamps and empty chairs',
  },
  'Roweekend i Svendborgsund': {
    motif: 'regatta',
    light: 'dusk',
    da: 'Fire både på sundet i aftensol',
    en: 'Four boats on the sound in the evening sun',
  },
  'Mørkeroning til Frederikssund': {
    motif: 'fjord',
    light: 'night',
    da: 'En inrigger på fjorden om natten',
    en: 'An inrigger on the fjord at night',
  },
  'Forårslejr for juniorer': {
    motif: 'camp',
    light: 'dusk',
    da: 'Tre telte og et bål foran mørke graner',
    en: 'Three tents and a fire in front of dark spruces',
  },
  'Sommerregatta på fjorden': {
    motif: 'regatta',
    light: 'day',
    da: 'Fire både efter hinanden på fjorden',
    en: 'Four boats one after the other on the fjord',
  },
  'Løvfaldstur til Lejre': {
    motif: 'fjord',
    light: 'dusk',
    da: 'En båd på fjorden en efterårsaften',
    en: 'A boat on the fjord on an evening in autumn',
  },
  Fredagsdouble: {
    motif: 'hall',
    light: 'day',
    da: 'En indendørs tennisbane med en bold i luften',
    en: 'An indoor tennis court with a ball in the air',
  },
  'Julestævne for alle rækker': {
    motif: 'candles',
    light: 'night',
    da: 'Levende lys foran mørkt vand og stjerner',
    en: 'Candles in front of dark water and stars',
  },
  'Begynderkursus for voksne': {
    motif: 'balls',
    light: 'day',
    da: 'Syv gule bolde på rødt grus',
    en: 'Seven yellow balls on red clay',
  },
  'Minitennis for 5-8-årige': {
    motif: 'balls',
    light: 'day',
    da: 'Gule bolde hopper hen over en bane',
    en: 'Yellow balls bounce over a court',
  },
  'Prøv tennis gratis': {
    motif: 'clay',
    light: 'day',
    da: 'En grusbane mellem grønne træer',
    en: 'A clay court between green trees',
  },
  'Klubmesterskab, finaler': {
    motif: 'clay',
    light: 'dusk',
    da: 'En grusbane i aftensol',
    en: 'A clay court in the evening sun',
  },
  'Holdkamp mod Viborg': {
    motif: 'hall',
    light: 'dusk',
    da: 'En hal med net og en bold',
    en: 'A hall with a net and a ball',
  },
  Firmaturnering: { motif: 'hall', light: 'day', da: 'En indendørs tennisbane', en: 'An indoor tennis court' },
  'Påskelejr i Aarhus': {
    motif: 'clay',
    light: 'day',
    da: 'En grusbane mellem træer',
    en: 'A clay court between trees',
  },
  'Grusbanerne lukker: sidste kamp udendørs': {
    motif: 'clay',
    light: 'dusk',
    da: 'En grusbane i lavt lys',
    en: 'A clay court in low light',
  },
  'Juleoratorium i Holmens Kirke': {
    motif: 'church',
    light: 'night',
    da: 'En kirke med lys i vinduerne under en mørk himmel',
    en: 'A church with lit windows under a dark sky',
  },
  'Luciaoptog på kajen': {
    motif: 'candles',
    light: 'night',
    da: 'En række levende lys ved vandet',
    en: 'A row of candles by the water',
  },
  'Syng med: åben korprøve': {
    motif: 'song',
    light: 'day',
    da: 'Noder på bølgende linjer over et kor',
    en: 'Notes on waving lines above a choir',
  },
  'Stemmedannelse med Ellen Brix': {
    motif: 'song',
    light: 'dusk',
    da: 'Et kor under noder i aftenlys',
    en: 'A choir under notes in the evening light',
  },
  'Korweekend på Samsø': {
    motif: 'camp',
    light: 'day',
    da: 'Tre telte foran graner og bakker',
    en: 'Three tents in front of spruces and hills',
  },
  Julefrokost: {
    motif: 'party',
    light: 'night',
    da: 'Vimpler over et langbord en vinteraften',
    en: 'Bunting over a long table on a winter evening',
  },
  Matthæuspassionen: { motif: 'church', light: 'dusk', da: 'En kirke i aftensol', en: 'A church in the evening sun' },
  'Sommerkoncert ved vandet': {
    motif: 'song',
    light: 'dusk',
    da: 'Et kor ved vandet, mens solen går ned',
    en: 'A choir by the water while the sun goes down',
  },
  'Kammermusik i december': {
    motif: 'evening',
    light: 'night',
    da: 'Lamper over stole og et vindue mod natten',
    en: 'Lamps above chairs and a window towards the night',
  },
  Høstkoncert: { motif: 'church', light: 'day', da: 'En kirke mellem runde træer', en: 'A church between round trees' },
}
