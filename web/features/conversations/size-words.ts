import { intlLocale } from '#web/ui/format.ts'

/** How large a file is: `12 kB`, `3.4 MB`. */
export function sizeWords(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.max(1, bytes / 1000), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return new Intl.NumberFormat(intlLocale(), {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
  }).format(value)
}
