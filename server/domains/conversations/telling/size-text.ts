import type { Language } from '#contract/values.ts'

const kilobytes = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 } as const
const sizes = { da: new Intl.NumberFormat('da-DK', kilobytes), en: new Intl.NumberFormat('en-GB', kilobytes) }

/** How large a file is, at least one: `412 kB`. */
export const sizeText = (bytes: number, locale: Language): string =>
  sizes[locale].format(Math.max(1, Math.round(bytes / 1000)))
