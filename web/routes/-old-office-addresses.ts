import { redirect } from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { myOfficesQuery } from '#web/features/office/queries.ts'
import { paths } from '#web/paths.ts'

/** Leads an address with a club's id or key among its search parameters to the office of that club. */
export async function toOffice(page: string, search: object): Promise<never> {
  const { orgId, ...rest } = search as Record<string, unknown>
  const offices = await queryClient.ensureQueryData(myOfficesQuery)
  const office = offices.find(({ club }) => club.id === orgId || club.key === orgId) ?? (orgId ? undefined : offices[0])
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  throw redirect({ href: office ? paths.office(office.club.key, page, query) : paths.office(), replace: true })
}
