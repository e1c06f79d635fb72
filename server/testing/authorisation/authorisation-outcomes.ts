import type { permissionName } from '#server/http/route.ts'
import { actors, type Who, type World } from './authorisation-world.ts'

export interface Row {
  /** The permission of the route, in words. */
  may: ReturnType<typeof permissionName>
  input: (world: World) => Record<string, unknown>
  /** What those get whom the permission lets in, `ok` when left out, or the code of a refusal; or what single actors get. */
  outcome?: string | Partial<Record<Who, string>>
}

export const everyone = (outcome: string) =>
  Object.fromEntries(actors.map((who) => [who, outcome])) as Record<Who, string>

/** Whom a permission keeps out, and how. */
export function keptOut(may: Row['may']): Partial<Record<Who, string>> {
  if (may === 'public') return {}
  if (may === 'identity') return { anonymous: 'unauthenticated' }
  if (may === 'member') return { anonymous: 'unauthenticated', 'stranger to the portal': 'member_required' }
  const { 'super admin': _, ...forbidden } = everyone('forbidden')
  if (may === 'operator') return { ...forbidden, anonymous: 'unauthenticated' }
  const { 'admin of the club': __, ...others } = forbidden
  return { ...others, ...keptOut('member') }
}

/** What each actor gets: `ok`, or the code of the refusal. */
export const outcomesOf = ({ may, outcome = 'ok' }: Row): Record<Who, string> =>
  typeof outcome === 'string'
    ? { ...everyone(outcome), ...keptOut(may) }
    : { ...everyone('ok'), ...keptOut(may), ...outcome }

/** Nobody else, whatever they are to the owner; a super admin who acts as the owner is the owner. */
export const ownerOnly = (refusal: string, more: Partial<Record<Who, string>> = {}) => ({
  ...everyone(refusal),
  anonymous: 'unauthenticated',
  'stranger to the portal': 'member_required',
  owner: 'ok',
  impersonator: 'ok',
  ...more,
})
/** Whoever may act for the person; offices may not. */
export const guardians = ownerOnly('not_found', { relative: 'ok' })
/** Family, the club's office and super admins. */
export const whoeverSees = ownerOnly('not_found', { relative: 'ok', 'admin of the club': 'ok', 'super admin': 'ok' })
/** The same, and a sign-in without a member finds nobody. */
export const whoeverFinds = { ...whoeverSees, 'stranger to the portal': 'not_found' }
/** A relative sees, but changes only participants; offices see and change nothing. */
export const owners = ownerOnly('not_found', {
  relative: 'forbidden',
  'admin of the club': 'forbidden',
  'super admin': 'forbidden',
})
export const notImpersonating = { impersonator: 'impersonator_refused' }

/** A person's fields as they were at the first sign-in, so that saving them changes nothing. */
export const profile = (id: string, phone: string) => ({
  id,
  firstName: 'Anna',
  lastName: 'Holm',
  phone,
  gender: '',
  dateOfBirth: null,
  language: null,
  address: { AddressLine1: '', AddressLine2: '', AddressLine3: '', City: '', PostCode: '', Country: '' },
})
