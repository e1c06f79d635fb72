import type { Language, Words } from '../language.ts'

/** Formats minor units: `1.250,00 kr.` or `DKK 1,250.00`. */
export function money(language: Language, amount: number, currency: string): string {
  const number = (amount / 100).toLocaleString(language === 'da' ? 'da-DK' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return language === 'da' && currency === 'DKK'
    ? `${number} kr.`
    : language === 'da'
      ? `${number} ${currency}`
      : `${currency} ${number}`
}

/** The window's texts and field errors. */
export const windowWords = {
  title: { en: 'Card payment', da: 'Kortbetaling' },
  payTo: { en: 'Payment to', da: 'Betal til' },
  order: { en: 'Order', da: 'Ordre' },
  merchant: { en: 'Merchant no.', da: 'Forretning nr.' },
  test: { en: 'Test mode', da: 'Testtilstand' },
  testHint: { en: 'This is a test. No money is moved.', da: 'Dette er en test. Der flyttes ingen penge.' },
  cardNumber: { en: 'Card number', da: 'Kortnummer' },
  expiry: { en: 'Expiry', da: 'Udløb' },
  expiryShape: { en: 'MM/YY', da: 'MM/ÅÅ' },
  cvc: { en: 'CVC', da: 'CVC' },
  saveCard: {
    en: 'The card is saved for later payments you have agreed to.',
    da: 'Kortet gemmes til senere betalinger, du har aftalt.',
  },
  registerOnly: { en: 'Save card', da: 'Gem kort' },
  pay: { en: 'Pay', da: 'Betal' },
  cancel: { en: 'Cancel', da: 'Annuller' },
  secure: {
    en: 'Simulated payment window. Never enter a real card.',
    da: 'Simuleret betalingsvindue. Brug aldrig et rigtigt kort.',
  },
  demoCards: { en: 'Demo card numbers', da: 'Demo-kortnumre' },
  demoHint: { en: 'Any future expiry and any CVC.', da: 'Enhver udløbsdato i fremtiden og enhver CVC.' },
  number: { en: 'Number', da: 'Nummer' },
  happens: { en: 'What happens', da: 'Det sker der' },
  badNumber: { en: 'Enter the card number, 12 to 19 digits.', da: 'Skriv kortnummeret, 12 til 19 cifre.' },
  badExpiry: { en: 'Enter the expiry as MM/YY.', da: 'Skriv udløb som MM/ÅÅ.' },
  pastExpiry: { en: 'This date has passed.', da: 'Datoen er passeret.' },
  badCvc: { en: 'Enter 3 or 4 digits.', da: 'Skriv 3 eller 4 cifre.' },
  lastDecline: { en: 'The last try was declined.', da: 'Sidste forsøg blev afvist.' },
  tryAgain: { en: 'Try again, or use another card.', da: 'Prøv igen, eller brug et andet kort.' },
  paidTitle: { en: 'This payment is already made', da: 'Betalingen er allerede gennemført' },
  paid: {
    en: 'The card was authorised, and nothing more is charged. You cannot pay twice here.',
    da: 'Kortet er godkendt, og der trækkes ikke mere. Du kan ikke betale to gange her.',
  },
  doneTitle: { en: 'Payment authorised', da: 'Betalingen er godkendt' },
  done: { en: 'You may close this window.', da: 'Du kan lukke vinduet.' },
  declinedTitle: { en: 'The payment was declined', da: 'Betalingen blev afvist' },
  cancelledTitle: { en: 'The payment was cancelled', da: 'Betalingen er annulleret' },
  cancelled: {
    en: 'Nothing was charged. You may close this window.',
    da: 'Der er ikke trukket noget. Du kan lukke vinduet.',
  },
  expiredTitle: { en: 'The payment window has expired', da: 'Betalingsvinduet er udløbet' },
  expired: {
    en: 'It was open for an hour. Start the payment again from the shop.',
    da: 'Det var åbent i en time. Start betalingen igen fra butikken.',
  },
  unknownTitle: { en: 'No such payment', da: 'Betalingen findes ikke' },
  unknown: { en: 'The link is incomplete or was never made.', da: 'Linket er ufuldstændigt eller er aldrig lavet.' },
  back: { en: 'Back to the shop', da: 'Tilbage til butikken' },
} satisfies Record<string, Words>

export type WindowWord = keyof typeof windowWords
