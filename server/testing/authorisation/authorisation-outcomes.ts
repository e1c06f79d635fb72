import type { permissionName } from '#server/http/route.ts'
import { actors, type Who, type World } from './authorisation-world.ts'

export interface Row {
  /** The route's permission as text. */
  may: ReturnType<typeof permissionName>
  input: (world: World) => Record<string, unknown>
  /** The outcome for actors with the permission: `ok` when left out, an error code, or outcomes by actor. */
  outcome?: string | Partial<Record<Who, string>>
}

export const everyone = (outcome: string) =>
  Object.fromEntries(actors.map((who) => [who, outcome])) as Record<Who, string>

/** The actors that a permission refuses, with the error code. */
export function keptOut(may: Row['may']): Partial<Record<Who, string>> {
  if (may === 'public') return {}
  if (may === 'identity') return { anonymous: 'unauthenticated' }
  if (may === 'member') return { anonymous: 'unauthenticated', 'stranger to the portal': 'member_required' }
  const { 'super admin': _, ...forbidden } = everyone('forbidden')
  if (may === 'operator') return { ...forbidden, anonymous: 'unauthenticated' }
  // An operator looks at an office by a grant, which none of these has.
  const { 'admin of the club': __, ...others } = everyone('forbidden')
  return { ...others, ...keptOut('member') }
}

/** The outcome by actor: `ok`, or an error code. */
export const outcomesOf = ({ may, outcome = 'ok' }: Row): Record<Who, string> =>
  typeof outcome === 'string'
    ? { ...everyone(outcome), ...keptOut(may) }
    : { ...everyone('ok'), ...keptOut(may), ...outcome }

/** Only the owner, or a super admin impersonating them. */
export const ownerOnly = (refusal: string, more: Partial<Record<Who, string>> = {}) => ({
  ...everyone(refusal),
  anonymous: 'unauthenticated',
  'stranger to the portal': 'member_required',
  owner: 'ok',
  impersonator: 'ok',
  ...more,
})
/** Those who may act for the person, without offices. */
export const guardians = ownerOnly('not_found', { relative: 'ok' })
/** Family, the club's office and super admins. */
export const whoeverSees = ownerOnly('not_found', { relative: 'ok', 'admin of the club': 'ok', 'super admin': 'ok' })
/** Like `whoeverSees`; a sign-in without a member gets `not_found`. */
export const whoeverFinds = { ...whoeverSees, 'stranger to the portal': 'not_found' }
/** Relatives may change only participants; offices may change nothing. */
export const owners = ownerOnly('not_found', {
  relative: 'forbidden',
  'admin of the club': 'forbidden',
  'super admin': 'forbidden',
})
export const notImpersonating = { impersonator: 'impersonator_refused' }
/** Only the person or their guardian; nobody in their name. */
export const themselves = ownerOnly('not_found', notImpersonating)

/** A person's fields as after the first sign-in, so that saving them changes nothing. */
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
