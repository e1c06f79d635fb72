import { m } from '#words/messages.js'

const names: Record<string, () => string> = {
  Denmark: () => m.country_denmark(),
  Sweden: () => m.country_sweden(),
  Norway: () => m.country_norway(),
}

/** The countries to choose from, by the name that is stored. */
export const countryChoices = () => Object.entries(names).map(([value, label]) => ({ value, label: label() }))

/** A stored country in the reader's language; one that is not supported as it stands. */
export const countryWords = (country: string) => names[country]?.() ?? country
