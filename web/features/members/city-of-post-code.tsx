import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { supportedCountry } from '#contract/members/countries.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { m } from '#words/messages.js'
import { withoutSpaces } from './address-rules.ts'

interface Props {
  readonly country: string
  readonly postCode: string
  readonly city: string
  readonly onCity: (city: string) => void
}

/** Fills in the city of a Danish post code. A city that somebody typed is asked about, and stays as it is. */
export function CityOfPostCode({ country, postCode, city, onCity }: Props) {
  const code = withoutSpaces(postCode)
  const isDanish = supportedCountry(country) === 'Denmark' && /^\d{4}$/.test(code)
  const { data } = useQuery({
    queryKey: queryKeys.postCodes,
    queryFn: async () => readPostCodes((await import('./danish-post-codes.txt?raw')).default),
    // Most people who see an address have one already.
    enabled: isDanish,
    staleTime: Infinity,
  })
  const known = (isDanish && data?.get(code)) || null
  const before = useRef('')
  const fill = useEffectEvent((found: string) => {
    if (city.trim() === '' || city === before.current) onCity(found)
    before.current = found
  })
  useEffect(() => {
    if (known) fill(known)
  }, [known])

  if (known === null || city.trim() === '' || fitsCity(city, known)) return null
  return (
    <Group gap="4px 12px" role="status">
      <Text size="sm">{m.address_city_differs({ code, city: known, typed: city.trim() })}</Text>
      <Button variant="light" size="compact-md" onClick={() => onCity(known)}>
        {m.address_city_use({ city: known })}
      </Button>
    </Group>
  )
}

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
