import { redirect } from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { myOfficesQuery } from '#web/features/office/queries.ts'
import { namedClubsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'

/** Leads an address with a club's id or key among its search parameters to the office of that club. */
export async function toOffice(page: string, search: object): Promise<never> {
  const { orgId, ...rest } = search as Record<string, unknown>
  const orgKey = typeof orgId === 'string' ? await keyOf(orgId) : await firstKey()
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  throw redirect({ href: orgKey ? paths.office(orgKey, page, query) : paths.office(), replace: true })
}

const keyOf = async (idOrKey: string) =>
  /^[\da-f-]{36}$/i.test(idOrKey)
    ? (await queryClient.ensureQueryData(namedClubsQuery([idOrKey])))[0]?.key
    : idOrKey.toUpperCase()

const firstKey = async () => (await queryClient.ensureInfiniteQueryData(myOfficesQuery())).pages[0]?.[0]?.club.key
