import type { ClubSettings } from '#contract/organisations/settings.ts'
import type { ClubTextPurpose } from '#contract/organisations/texts.ts'

type Facts = Pick<ClubSettings, 'name' | 'address' | 'email' | 'cvr'>

/** A place where the club writes what only it knows. */
const gap = /\[(?:udfyld|fill in): [^\]\n]+\]/

/** A gap that the club has to fill in a sample text; null for none. */
export const gapIn = (text: string): string | null => gap.exec(text)?.[0] ?? null

/** A text to start from, which the club changes. */
export function sampleText(purpose: ClubTextPurpose, { name, address, email, cvr }: Facts) {
  const da = { name, address: address || '[udfyld: adresse]', email, cvr: cvr && ` CVR-nr. ${cvr}.` }
  const en = { name, address: address || '[fill in: address]', email, cvr: cvr && ` CVR number ${cvr}.` }
  return purpose === 'terms' ? { da: termsDa(da), en: termsEn(en) } : { da: privacyDa(da), en: privacyEn(en) }
}

const termsDa = ({ name, address, email, cvr }: Facts) => `# Handelsbetingelser

Betingelserne gælder, når du køber medlemskab eller billetter hos ${name} her på portalen.

## Hvem du køber af

${name}, ${address}.${cvr} Skriv til ${email}, hvis du har spørgsmål.

## Pris og betaling

Alle priser er i danske kroner med moms, hvor der er moms. Du betaler med kort. Kvitteringen kommer på mail og kan altid ses på portalen.

## Medlemskab

Medlemskabet gælder i den sæson, der står ved købet. Vil du melde dig ud, så skriv til os. Kontingent for en sæson, der er begyndt, betales ikke tilbage.

Har du valgt automatisk fornyelse, får du en mail, før kortet trækkes. Du kan slå fornyelsen fra på portalen indtil da.

## Arrangementer

Aflyser vi et arrangement, får du pengene tilbage. Kan du ikke komme, får du pengene tilbage, hvis du afmelder dig senest [udfyld: fristen, for eksempel 7 dage før].

## Fortrydelsesret

Du kan fortryde købet af et medlemskab i 14 dage. Skriv til ${email}. Er medlemskabet begyndt i mellemtiden på dit ønske, kan vi trække betaling for den tid fra. Der er ingen fortrydelsesret for billetter til et arrangement på en bestemt dag.

## Klager

Skriv først til os. Kan vi ikke blive enige, kan du klage til Mæglingsteamet for Forbrugerklager, Nævnenes Hus, Toldboden 2, 8800 Viborg, naevneneshus.dk.
`

const termsEn = ({ name, address, email, cvr }: Facts) => `# Terms of sale

These terms apply when you buy memberships or tickets from ${name} on this portal.

## Who you buy from

${name}, ${address}.${cvr} Write to ${email} if you have questions.

## Price and payment

All prices are in Danish kroner with VAT, where there is VAT. You pay by card. The receipt is sent by e-mail and can always be seen on the portal.

## Memberships

A membership covers the season that is shown when you buy it. Write to us if you want to leave. The fee for a season that has begun isn't refunded.

If you chose automatic renewal, you get an e-mail before your card is charged. Until then, you can turn the renewal off on the portal.

## Events

If we cancel an event, you get a refund. If you can't come, you get a refund when you cancel no later than [fill in: the time limit, such as 7 days before].

## Right of withdrawal

You can withdraw from buying a membership within 14 days. Write to ${email}. If the membership has begun in the meantime at your request, we may deduct payment for that time. There is no right of withdrawal for tickets to an event on a certain day.

## Complaints

Write to us first. If we can't agree, you can complain to Mæglingsteamet for Forbrugerklager, Nævnenes Hus, Toldboden 2, 8800 Viborg, Denmark, naevneneshus.dk.
`

const privacyDa = ({ name, address, email, cvr }: Facts) => `# Privatlivspolitik

${name} er dataansvarlig for de oplysninger, vi har om dig: ${address}.${cvr} Skriv til ${email}, hvis du har spørgsmål.

## Hvilke oplysninger vi har

- navn, adresse, mailadresse og telefon
- fødselsdato og køn, hvor medlemskabet kræver det
- dine medlemskaber, tilmeldinger og betalinger hos os
- det, du skriver til os

Vi ser og gemmer ikke dit kortnummer.

## Hvorfor

Vi bruger oplysningerne til at administrere dit medlemskab og dine tilmeldinger, fordi vi har en aftale med dig. Regnskabet gemmer vi, fordi loven kræver det. Antal medlemmer efter alder indberetter vi til [udfyld: for eksempel kommunen og forbundet] for at få tilskud.

## Hvem der ser dem

Klubbens bestyrelse og dem, den har givet adgang. Portalen, kortudbyderen og mailtjenesten behandler oplysninger for os.

## Hvor længe

Vi sletter dine oplysninger [udfyld: for eksempel 1 år] efter dit sidste medlemskab. Bilag gemmer vi i 5 år efter regnskabsåret.

## Dine rettigheder

Du kan se dine oplysninger, få dem rettet eller slettet, få dem udleveret og gøre indsigelse mod brugen af dem. Skriv til ${email}. Du kan klage til Datatilsynet, datatilsynet.dk.
`

const privacyEn = ({ name, address, email, cvr }: Facts) => `# Privacy policy

${name} is the controller of the data that we keep about you: ${address}.${cvr} Write to ${email} if you have questions.

## Which data we keep

- name, address, e-mail and phone
- date of birth and gender, where the membership requires it
- your memberships, registrations and payments with us
- what you write to us

We neither see nor keep your card number.

## Why

We use the data to run your membership and registrations, because we have an agreement with you. We keep accounts because the law requires it. We report the number of members by age to [fill in: such as the municipality and the federation] to get grants.

## Who sees it

The club's board, and those it has given access. The portal, the card provider and the e-mail service process data for us.

## For how long

We delete your data [fill in: such as 1 year] after your last membership. We keep vouchers for 5 years after the financial year.

## Your rights

You can see your data, have it corrected, deleted or handed over, and object to how it is used. Write to ${email}. You can complain to the Danish Data Protection Agency, datatilsynet.dk.
`
