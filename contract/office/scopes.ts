import * as z from 'zod/mini'

/** Permissions in a club's office. Each office call requires one. */
export const scopes = [
  'members.read',
  'members.write',
  /** Enters people, and adds memberships and places for them by hand. */
  'members.add',
  /** All teams with `members.read`, else those that one trains. */
  'teams',
  'memberships.write',
  'events.read',
  'events.write',
  'door',
  'money.read',
  'money.refund',
  'messages.send',
  'inbox',
  'reports',
  'settings',
  'sensitive.read',
] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

/** The roles that a club gives its own people. */
export const officeRoles = ['chair', 'treasurer', 'secretary', 'event_manager', 'trainer', 'door'] as const
export const OfficeRole = z.enum(officeRoles)
export type OfficeRole = z.infer<typeof OfficeRole>

/** `look`: an operator who looks at the office for an hour and changes nothing. */
export const GrantedRole = z.enum([...officeRoles, 'look'])
export type GrantedRole = z.infer<typeof GrantedRole>

const scopesOfRole: Readonly<Record<GrantedRole, readonly Scope[]>> = {
  chair: scopes,
  treasurer: [
    'members.read',
    'members.add',
    'teams',
    'events.read',
    'memberships.write',
    'money.read',
    'money.refund',
    'reports',
  ],
  secretary: [
    'members.read',
    'members.write',
    'members.add',
    'teams',
    'inbox',
    'messages.send',
    'events.read',
    'reports',
  ],
  event_manager: ['members.add', 'events.read', 'events.write', 'door', 'messages.send'],
  trainer: ['teams'],
  door: ['door'],
  look: ['members.read', 'teams', 'memberships.write', 'events.read', 'money.read', 'inbox', 'reports', 'settings'],
}

/** All scopes of several roles together. */
export const scopesOf = (roles: readonly GrantedRole[]): Scope[] =>
  scopes.filter((scope) => roles.some((role) => scopesOfRole[role].includes(scope)))

/** The roles that include a scope, without `look`. */
export const rolesWith = (scope: Scope): OfficeRole[] =>
  officeRoles.filter((role) => scopesOfRole[role].includes(scope))
