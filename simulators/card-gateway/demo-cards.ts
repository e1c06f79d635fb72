import type { Words } from '../language.ts'

/** The gateway's behaviour with a demo card, chosen by its last four digits. */
export interface CardStory {
  tail: string
  story: Words
  decline?: { code: number; reason: string; words: Words }
  /** Which callbacks follow an authorisation. */
  callbacks: 'once' | 'never' | 'twice' | 'late' | 'then-forged'
  returns: boolean
  firstCapture?: 'refused' | 'answer-lost'
  otherAmount?: boolean
  savedChargesFail?: boolean
}

const authorised = { callbacks: 'once', returns: true } as const
const declined = { callbacks: 'once', returns: true } as const

const invalid: CardStory = {
  ...declined,
  tail: '',
  story: { en: 'Any other number: declined as an invalid card', da: 'Alle andre numre: afvist som ugyldigt kort' },
  decline: {
    code: 10,
    reason: 'Invalid card',
    words: {
      en: 'The card is not valid. Check the number, or use another card.',
      da: 'Kortet er ikke gyldigt. Kontrollér nummeret, eller brug et andet kort.',
    },
  },
}

export const demoCards: CardStory[] = [
  {
    ...authorised,
    tail: '0000',
    story: { en: 'Authorised; callback and return at once', da: 'Godkendt; tilbagekald og retur med det samme' },
  },
  {
    ...declined,
    tail: '0001',
    story: { en: 'Declined by the card issuer', da: 'Afvist af kortudstederen' },
    decline: {
      code: 6,
      reason: 'Declined by issuer',
      words: { en: 'Your bank declined the payment.', da: 'Din bank afviste betalingen.' },
    },
  },
  {
    ...declined,
    tail: '0002',
    story: { en: 'Insufficient funds', da: 'Ikke penge nok på kontoen' },
    decline: {
      code: 7,
      reason: 'Insufficient funds',
      words: { en: 'There is not enough money in the account.', da: 'Der er ikke penge nok på kontoen.' },
    },
  },
  {
    ...declined,
    tail: '0003',
    story: { en: 'Card expired', da: 'Kortet er udløbet' },
    decline: { code: 11, reason: 'Card expired', words: { en: 'The card has expired.', da: 'Kortet er udløbet.' } },
  },
  {
    ...authorised,
    tail: '0010',
    returns: false,
    story: {
      en: 'Authorised, callback sent, the browser never returns',
      da: 'Godkendt, tilbagekald sendt, browseren vender aldrig tilbage',
    },
  },
  {
    ...authorised,
    tail: '0011',
    callbacks: 'never',
    story: {
      en: 'Authorised, the browser returns, no callback ever',
      da: 'Godkendt, browseren vender tilbage, aldrig noget tilbagekald',
    },
  },
  {
    ...authorised,
    tail: '0012',
    callbacks: 'twice',
    story: { en: 'Authorised, two callbacks at the same moment', da: 'Godkendt, to tilbagekald i samme øjeblik' },
  },
  {
    ...authorised,
    tail: '0013',
    callbacks: 'late',
    story: {
      en: 'Authorised, the browser returns, callback 5 seconds later',
      da: 'Godkendt, browseren vender tilbage, tilbagekald 5 sekunder senere',
    },
  },
  {
    ...authorised,
    tail: '0014',
    firstCapture: 'refused',
    story: {
      en: 'Authorised; the first capture is refused, the next succeeds',
      da: 'Godkendt; første hævning afvises, den næste lykkes',
    },
  },
  {
    ...authorised,
    tail: '0015',
    firstCapture: 'answer-lost',
    story: {
      en: 'Authorised; the first capture succeeds, but its answer is lost',
      da: 'Godkendt; første hævning lykkes, men svaret går tabt',
    },
  },
  {
    ...authorised,
    tail: '0016',
    otherAmount: true,
    story: { en: 'Authorised for another amount than asked', da: 'Godkendt for et andet beløb end det ønskede' },
  },
  {
    ...authorised,
    tail: '0017',
    callbacks: 'then-forged',
    story: {
      en: 'Authorised, then a forged decline callback',
      da: 'Godkendt, derefter et forfalsket afvisnings-tilbagekald',
    },
  },
  {
    ...authorised,
    tail: '0018',
    savedChargesFail: true,
    story: {
      en: 'Authorised; later charges of the saved card fail',
      da: 'Godkendt; senere træk på det gemte kort fejler',
    },
  },
]

export const anyOtherCard = invalid

/** `number` is digits only. */
export function storyOf(number: string): CardStory {
  const known = /^410000000000(\d{4})$/.exec(number)
  return demoCards.find((card) => card.tail === known?.[1]) ?? invalid
}

export const storyOfTail = (tail: string) => demoCards.find((card) => card.tail === tail) ?? invalid

export const maskedPan = (number: string) =>
  `${number.slice(0, 6)}${'X'.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`

/** The text for people when a payment was declined with this gateway code. */
export const declineWords = (code: number) =>
  (demoCards.find((card) => card.decline?.code === code) ?? invalid).decline!.words
