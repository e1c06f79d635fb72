import type { MemberActor } from '#server/http/actor.ts'

/** The portal in a payer's name: with their reach and no role, by the consent they gave when they left their card. */
export const payerOf = (memberId: string): MemberActor => ({
  memberId,
  signedInId: memberId,
  acting: null,
  roles: [],
  via: { device: '', language: 'en', ip: '' },
  identity: {
    issuer: 'portal',
    subject: memberId,
    email: null,
    emailVerified: false,
    givenName: '',
    familyName: '',
    name: '',
    phone: '',
    sessionId: null,
    roles: [],
    expiresAt: new Date(0),
  },
})
