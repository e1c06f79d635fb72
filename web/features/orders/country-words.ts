import { m } from '#words/messages.js'

const names: Record<string, () => string> = {
  Denmark: () => m.country_denmark(),
  Sweden: () => m.country_sweden(),
  Norway: () => m.country_norway(),
}

/** The countries a bill can go to, by the name that is sent. */
export const countryChoices = () => Object.entries(names).map(([value, label]) => ({ value, label: label() }))

export const countryWords = (country: string) => names[country]?.() ?? country
