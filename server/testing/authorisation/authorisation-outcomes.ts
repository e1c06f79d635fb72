import { actors, type Who, type World } from './authorisation-world.ts'

export interface Row {
  input: (world: World) => Record<string, unknown>
  /** What each actor gets: `ok`, or the code of the refusal. */
  outcome: Record<Who, string>
}

export const everyone = (outcome: string) =>
  Object.fromEntries(actors.map((who) => [who, outcome])) as Record<Who, string>
export const signedInOnly = { ...everyone('ok'), anonymous: 'unauthenticated' }
export const membersOnly = { ...signedInOnly, 'stranger to the portal': 'member_required' }
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
/** The admins of the club and those of ALL. */
export const officeOnly = {
  ...ownerOnly('forbidden'),
  owner: 'forbidden',
  impersonator: 'forbidden',
  'admin of the club': 'ok',
  'super admin': 'ok',
}
export const superAdminOnly = { ...everyone('forbidden'), anonymous: 'unauthenticated', 'super admin': 'ok' }
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
export const notImpersonating = { ...membersOnly, impersonator: 'impersonator_refused' }

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
