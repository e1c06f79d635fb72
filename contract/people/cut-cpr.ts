/** Six digits of a date and four more, with or without a dash or space between them. */
const NUMBER = /(?<![\d+])(\d{2})(\d{2})(\d{2})([- \u2010-\u2015]?)(\d{4})(?!\d)/g

/** The century of a Danish civil registration number is in its seventh digit. */
function yearOf(yy: number, seventh: number): number {
  if (seventh <= 3) return 1900 + yy
  if (seventh === 4 || seventh === 9) return yy <= 36 ? 2000 + yy : 1900 + yy
  return yy <= 57 ? 2000 + yy : 1800 + yy
}

/** Numbers of before 2007 pass this check; one of eleven other numbers does, too. */
const passesCheck = (digits: string) =>
  [4, 3, 2, 7, 6, 5, 4, 3, 2, 1].reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11 === 0

const isDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * Cuts civil registration numbers (CPR) to the birth date, `1502041234` to `15-02-2004`. Clubs must not keep them.
 * @param sure only those with a dash or a right check digit, because others can be telephone numbers
 */
export function cutCpr(text: string, { sure = false } = {}): { readonly text: string; readonly count: number } {
  let count = 0
  const cut = text.replace(NUMBER, (whole, day: string, month: string, yy: string, dash: string, rest: string) => {
    const year = yearOf(Number(yy), Number(rest[0]))
    if (!isDay(year, Number(month), Number(day))) return whole
    if (sure && (dash === '' || dash === ' ') && !passesCheck(day + month + yy + rest)) return whole
    count++
    return `${day}-${month}-${year}`
  })
  return { text: cut, count }
}
