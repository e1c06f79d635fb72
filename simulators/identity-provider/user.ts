/** Somebody who can sign in. */
export interface User {
  sub: string
  email: string
  givenName: string
  familyName: string
  phoneNumber: string | null
  emailVerified: boolean
  roles: string[]
}
