/** A telephone number as one reads it out: Danish ones in pairs, `+45 20 11 22 33`; others as they were written. */
export const phoneWords = (phone: string): string =>
  phone.replace(/^\+45(\d\d)(\d\d)(\d\d)(\d\d)$/, '+45\u00a0$1\u00a0$2\u00a0$3\u00a0$4')
