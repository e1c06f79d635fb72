import type { LocalText } from '#contract/local-text.ts'
import { founded, type SeededClub } from './club-rows.ts'
import type { RowOf } from './row-of.ts'

/** The clubs that sell have written their texts; the choir, which tries the portal out, has not. */
export const clubTextRows = (clubs: readonly SeededClub[]): RowOf<'clubTexts'>[] =>
  clubs
    .filter(({ testMode }) => !testMode)
    .flatMap(({ id: orgId, name, contactEmail }) =>
      [
        { purpose: 'terms' as const, text: terms(name, contactEmail) },
        { purpose: 'privacy' as const, text: privacy(name, contactEmail) },
      ].map((row) => ({ ...row, orgId, version: 1, createdAt: founded })),
    )

const terms = (name: string, email: string): LocalText => ({
  da: `# Betaling

Du betaler med kort, når du køber. Kvitteringen kommer med mail fra ${name}.

# Fortrydelse

Du kan fortryde et medlemskab i 14 dage. Skriv til [${email}](mailto:${email}), så får du pengene tilbage på samme kort. En billet kan du afmelde ved billetten, så længe arrangementet tillader det; fristen står på billetten. Aflyser vi, får du hele beløbet tilbage.

# Udmeldelse

Et medlemskab ophører af sig selv, når sæsonen slutter. Fornyes det med kort, kan du stoppe det på din profil.`,
  en: `# Payment

You pay by card when you buy. ${name} sends you a receipt by e-mail.

# Cancellation

You can cancel a membership within 14 days. Write to [${email}](mailto:${email}), and the money goes back to the same card. You can cancel a ticket on the ticket itself for as long as its event allows; the deadline is on the ticket. If we cancel the event, you get all of your money back.

# Leaving

A membership ends with its season. If it renews by card, you can stop that on your profile.`,
})

const privacy = (name: string, email: string): LocalText => ({
  da: `# Hvad vi gemmer

${name} gemmer dit navn, din adresse, din fødselsdato, og hvad du har købt, så vi kan føre medlemslisten og regnskabet.

# Hvor længe

Oplysninger om køb gemmes i fem år efter bogføringsloven. Resten slettes et år efter, at du er meldt ud.

# Dine rettigheder

Du kan se, rette og få slettet dine oplysninger. Skriv til [${email}](mailto:${email}).`,
  en: `# What we keep

${name} keeps your name, address and date of birth and what you have bought, to run the membership list and the accounts.

# For how long

Purchases are kept for five years, as bookkeeping law asks. Everything else is deleted a year after you leave.

# Your rights

You can see, correct and delete your data. Write to [${email}](mailto:${email}).`,
})
