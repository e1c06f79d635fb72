import type { ActingAs } from '#contract/members/acting.ts'
import { type Language, languages } from '#contract/values.ts'
import type { TokenRole } from '#contract/token-roles.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Grant } from '#server/identity/scopes.ts'

/** How a call came in. */
export interface Via {
  /** "Chrome, desktop, Linux"; empty when unknown. */
  readonly device: string
  readonly language: Language
  readonly ip: string
}

/** The member that the caller acts for; checked on every call. */
export interface ActingFor {
  readonly memberId: string
  readonly as: ActingAs
  /** The grant behind an impersonation. */
  readonly impersonationId?: string
}

/** Who calls. */
export interface Actor {
  readonly via: Via
  readonly identity: Identity | null
  /** The enabled member whose rights apply: the caller's own, or the one a super admin impersonates. */
  readonly memberId: string | null
  /** The enabled member who is signed in; the audit log names them. */
  readonly actorId: string | null
  readonly acting: ActingFor | null
  /** Empty while impersonating: roles come from the member's own token, which we do not have. */
  readonly roles: readonly TokenRole[]
  /** Rights that clubs granted the member; empty while impersonating. */
  readonly grants: readonly Grant[]
  /** When they last wrote, by the primary's clock in milliseconds, where a replica may answer them. */
  readonly wroteAt?: number | null
}

export interface IdentityActor extends Actor {
  readonly identity: Identity
}

export interface MemberActor extends IdentityActor {
  readonly memberId: string
  readonly actorId: string
}

/** The club that a permission applies to. */
export interface Club {
  readonly id: string
  readonly key: string
  readonly name: string
}

/** A member calling on behalf of a club's office. The route has checked their scope. */
export interface OfficeCaller<C extends Club = Club> {
  readonly actor: MemberActor
  readonly organisation: C
}

/** Somebody of whom nothing is known but the language: a visitor, or a crawler that builds a preview. */
export const nobody = (language: Language): Actor => ({
  via: { device: '', language, ip: '' },
  identity: null,
  memberId: null,
  actorId: null,
  acting: null,
  roles: [],
  grants: [],
})

/** A member for whom the portal itself acts, with no role: by their consent to renewals, or as the buyer of what an office adds. */
export const memberItself = (memberId: string): MemberActor => ({
  memberId,
  actorId: memberId,
  acting: null,
  grants: [],
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
    signedInAt: null,
    expiresAt: new Date(0),
  },
})

/** Whether the caller is a member, not just somebody with a token. */
export const isMember = (actor: Actor): actor is MemberActor =>
  actor.identity !== null && actor.memberId !== null && actor.actorId !== null

/** Whether the caller is a super admin acting as somebody else. */
export const isImpersonating = ({ acting }: Pick<Actor, 'acting'>): boolean => acting?.as === 'impersonator'

export function viaOf(headers: Record<string, string | string[] | undefined>, ip: string): Via {
  return {
    device: deviceOf(String(headers['user-agent'] ?? '')),
    language: languageOf(String(headers['accept-language'] ?? '')),
    ip,
  }
}

/** The portal's language that `Accept-Language` prefers; English when it names none. */
export function languageOf(acceptLanguage: string): Language {
  const [first] = acceptLanguage
    .split(',', 20)
    .flatMap((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = Number(
        parameters
          .find((one) => one.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      )
      const language = languages.find((one) => one === tag.split('-')[0])
      return language && weight > 0 ? [{ language, weight }] : []
    })
    .toSorted((a, b) => b.weight - a.weight)
  return first?.language ?? 'en'
}

const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

function deviceOf(userAgent: string): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = named(browsers)
  const system = named(systems)
  if (!browser && !system) return ''
  const kind = /\b(Mobi|Mobile|iPhone|iPad|Android)\b/.test(userAgent) ? 'mobile' : 'desktop'
  return [browser ?? 'other', kind, system ?? 'other'].join(', ')
}
