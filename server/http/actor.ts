import type { ActingAs } from '#contract/acting.ts'
import type { Language } from '#contract/values.ts'
import type { Identity, Role } from '#server/identity/identity.ts'

/** How a call came in. */
export interface Via {
  /** "Chrome, desktop, Linux"; empty when unknown. */
  readonly device: string
  readonly language: Language
  readonly ip: string
}

/** For whom the caller acts; checked at this call. */
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
  /** The member whose rights count, enabled: that of the identity, or the one whom a super admin acts as. */
  readonly memberId: string | null
  /** The enabled member of this identity, who is signed in and answers for what is done. */
  readonly actorId: string | null
  readonly acting: ActingFor | null
  /** None while impersonating: roles come from the member's own token, which is not here. */
  readonly roles: readonly Role[]
}

export interface IdentityActor extends Actor {
  readonly identity: Identity
}

export interface MemberActor extends IdentityActor {
  readonly memberId: string
  readonly actorId: string
}

/** A club, as rights are held at it. */
export interface Club {
  readonly id: string
  readonly key: string
  readonly name: string
}

/** Whoever calls for a club's office. The route has checked that they hold its scope there. */
export interface OfficeCaller<C extends Club = Club> {
  readonly actor: MemberActor
  readonly organisation: C
}

/** Whether a member of the portal calls, not only somebody with a token. */
export const isMember = (actor: Actor): actor is MemberActor =>
  actor.identity !== null && actor.memberId !== null && actor.actorId !== null

/** Whether a super admin acts as somebody else. */
export const isImpersonating = ({ acting }: Actor): boolean => acting?.as === 'impersonator'

export function viaOf(headers: Record<string, string | string[] | undefined>, ip: string): Via {
  return {
    device: deviceOf(String(headers['user-agent'] ?? '')),
    language: languageOf(String(headers['accept-language'] ?? '')),
    ip,
  }
}

/** The language of an `Accept-Language`: Danish where it is wanted before English, English otherwise. */
export function languageOf(acceptLanguage: string): Language {
  const wanted = acceptLanguage
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = Number(
        parameters
          .find((one) => one.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      )
      return { language: tag.split('-')[0], weight }
    })
    .filter(({ language, weight }) => weight > 0 && (language === 'da' || language === 'en'))
    .toSorted((a, b) => b.weight - a.weight)
  return wanted[0]?.language === 'da' ? 'da' : 'en'
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
