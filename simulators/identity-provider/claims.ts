import type { User } from './user.ts'

/** The claims of every token and of user info, named as in Keycloak. */
export const personClaims = (user: User) => ({
  sub: user.sub,
  preferred_username: user.email,
  email: user.email,
  email_verified: user.emailVerified,
  given_name: user.givenName,
  family_name: user.familyName,
  name: `${user.givenName} ${user.familyName}`,
  ...(user.phoneNumber ? { phone_number: user.phoneNumber } : {}),
})

/** The claims that only the access token has. */
export const accessClaims = (
  user: User,
  product: string,
  token: { clientId?: string | undefined; sid?: string | undefined; authTime?: number | undefined },
) => ({
  ...personClaims(user),
  typ: 'Bearer',
  azp: token.clientId,
  sid: token.sid,
  // Like Keycloak's scope `basic`: also after a refresh, when they last signed in.
  ...(token.authTime !== undefined && { auth_time: token.authTime }),
  realm_access: { roles: [`default-roles-${product}`, 'offline_access', ...user.roles] },
  resource_access: { account: { roles: ['manage-account', 'view-profile'] } },
})
