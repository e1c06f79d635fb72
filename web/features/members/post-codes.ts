/** Lines of `1050-1473 København K` or `2000 Frederiksberg` as cities by post code; others begin with `#`. */
export const readPostCodes = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => {
        const [codes = '', ...city] = line.split(' ')
        const [first = 0, last = first] = codes.split('-').map(Number)
        return Array.from({ length: last - first + 1 }, (_, at): [string, string] => [
          String(first + at),
          city.join(' '),
        ])
      }),
  )

/** One spelling of a city, without the letters of its districts. */
const plain = (city: string) =>
  city
    .trim()
    .toLowerCase()
    .replaceAll('aa', 'å')
    .replace(/^kgs\.? /, 'kongens ')
    .replace(/^kbh\.?(?= |$)/, 'københavn')
    .replace(/ ([cknsvø]|nv|nø|sv|sø)$/, '')

/** Whether what is typed is the city, another spelling of it, or its beginning. */
export const fitsCity = (typed: string, city: string) => plain(city).startsWith(plain(typed))
