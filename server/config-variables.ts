/** Variables are missing or wrong. The message lists them and says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const keyAdvice = 'make one with: openssl rand -base64 32'

type Environment = Record<string, string | undefined>

/** Reads variables and collects everything wrong, so that one start reports all of it. */
export class Variables {
  readonly #env: Environment
  readonly #production: boolean
  /** The variables that were read, in order. */
  readonly names = new Set(['NODE_ENV'])
  readonly wrong: { readonly name: string; readonly what: string }[] = []
  #componentMissing = false

  constructor(env: Environment, production: boolean) {
    this.#env = env
    this.#production = production
    if (env.NODE_ENV && !['production', 'development', 'test'].includes(env.NODE_ENV)) {
      this.#refuse('NODE_ENV', `is '${env.NODE_ENV}': use production, development or test`)
    }
    this.outsideProduction('SIMULATORS_URL', /^/)
  }

  /** Throws when anything was wrong. */
  finish(): void {
    if (this.wrong.length === 0) return
    const lines = ['The portal cannot start:', ...this.wrong.map(({ name, what }) => `  ${name} ${what}`)]
    if (this.#componentMissing && !this.#production) {
      lines.push(
        'Without real components: `npm start` runs everything in one process; or run `npm run simulators` and set SIMULATORS_URL to its address.',
      )
    }
    throw new ConfigError(lines.join('\n'))
  }

  text(name: string, fallback: string): string {
    const value = this.#get(name) ?? fallback
    if (/\p{Cc}/u.test(value)) return this.#refuse(name, 'holds a line break or control character')
    return value
  }

  required(name: string, what: string): string {
    return this.#get(name) ?? this.#refuse(name, `is missing: set it to ${what}`)
  }

  matching(name: string, fallback: string, pattern: RegExp, form: string): string {
    const value = this.text(name, fallback)
    return pattern.test(value) ? value : this.#refuse(name, `is '${value}': use ${form}`)
  }

  /** For tests and development; refused in production. */
  outsideProduction(name: string, pattern: RegExp): string | null {
    const value = this.#get(name)
    if (value === undefined) return null
    if (this.#production) return this.#refuse(name, 'has no place in production: remove it')
    return pattern.test(value) ? value : this.#refuse(name, 'has an unknown form')
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.#get(name)
    if (text === undefined) return fallback
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
    if (value >= min && value <= max) return value
    this.#refuse(name, `is '${text}': use a whole number from ${min} to ${max}`)
    return fallback
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.#get(name)?.toLowerCase()
    if (text === undefined) return fallback
    if (['1', 'true', 'yes', 'on'].includes(text)) return true
    if (!['0', 'false', 'no', 'off'].includes(text)) this.#refuse(name, `is '${text}': use 1 or 0`)
    return false
  }

  optionalUrl(name: string, protocols: string[]): string | null {
    const text = this.#get(name)
    return text === undefined ? null : this.#url(name, text, protocols)
  }

  /** An origin without path. */
  origin(name: string, fallback: string): string {
    const text = this.#get(name) ?? (this.#production ? undefined : fallback)
    if (text === undefined)
      return this.#refuse(name, "is missing: set it to the portal's own address, https://portal.example.org")
    const url = this.#url(name, text, ['https:', ...(this.#production ? [] : ['http:'])])
    if (url && new URL(url).origin !== url) return this.#refuse(name, `is '${text}': use the address without a path`)
    return url
  }

  /** The address of an external component; by default its simulator's, except in production. */
  component(name: string, simulated: string | undefined, what: string): string {
    const text = this.#get(name)
    if (text !== undefined) return this.#url(name, text, ['https:', ...(this.#production ? [] : ['http:'])])
    if (simulated) return simulated
    this.#componentMissing = true
    return this.#refuse(name, `is missing: set it to ${what}`)
  }

  /** As the provider writes it: with a slash at its end it is another issuer. */
  issuer(name: string, simulated: string | undefined): string {
    const url = this.component(name, simulated, "your sign-in provider's issuer address")
    return url && (this.#get(name) ?? url)
  }

  smtp(name: string, simulated: string | undefined): string {
    const text = this.#get(name)
    if (text !== undefined) return this.#url(name, text, ['smtp:', 'smtps:'])
    if (simulated) return simulated
    this.#componentMissing = true
    return this.#refuse(name, 'is missing: set it to smtp://user:password@host:587')
  }

  mailFrom(name: string, fallback: string): string {
    const value = this.#get(name) ?? (this.#production ? undefined : fallback)
    if (value === undefined)
      return this.#refuse(name, 'is missing: set it to the sender of mails, Portal <portal@example.org>')
    if (/^([^<>\p{Cc}]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u.test(value)) return value
    return this.#refuse(name, 'is no sender: use Portal <portal@example.org>')
  }

  /** Returns `null` only together with an error. */
  database(name: string): string | null {
    const url = this.optionalUrl(name, ['postgres:', 'postgresql:'])
    if (url === null) this.#refuse(name, 'is missing: set it to postgres://user:password@host:5432/database')
    return url
  }

  secret(name: string, development: string): string {
    const value = this.#get(name) ?? (this.#production ? undefined : development)
    if (value === undefined) return this.#refuse(name, `is missing: ${keyAdvice}`)
    return this.#strong(name, value, development)
  }

  /** Comma-separated keys. They still decrypt and verify, so each must be as strong as the current one. */
  secrets(name: string, development: string): string[] {
    const values = (this.#get(name) ?? '').split(',').map((value) => value.trim())
    return values.filter(Boolean).map((value) => this.#strong(name, value, development))
  }

  #strong(name: string, value: string, development: string): string {
    if (this.#production && value === development) return this.#refuse(name, `is the development default: ${keyAdvice}`)
    if (value.length < 32 || new Set(value).size < 12) return this.#refuse(name, `is too weak: ${keyAdvice}`)
    return value
  }

  /** A sentence on variables whose names are almost those of settings, or null. For when everything was read. */
  misspelled(): string | null {
    const known = [...this.names]
    const found = Object.keys(this.#env).flatMap((name) => {
      if (known.includes(name)) return []
      const meant = known.find((one) => one.length > 4 && isAlmost(name.toUpperCase(), one))
      return meant ? [`${name} is not a setting: is it ${meant}?`] : []
    })
    return found.length === 0 ? null : found.join('; ')
  }

  /** Whether the variable is set. */
  isSet(name: string): boolean {
    return this.#get(name) !== undefined
  }

  #get(name: string): string | undefined {
    this.names.add(name)
    return this.#env[name]?.trim() || undefined
  }

  #url(name: string, text: string, protocols: string[]): string {
    const url = URL.parse(text)
    // The value may contain a password, so the message does not show it.
    if (!url || !protocols.includes(url.protocol))
      return this.#refuse(name, `is no address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`)
    return text.replace(/\/+$/, '')
  }

  #refuse(name: string, what: string): string {
    this.wrong.push({ name, what })
    return ''
  }
}

/** One letter more, less or different, or two neighbours exchanged. */
function isAlmost(name: string, other: string): boolean {
  if (Math.abs(name.length - other.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === other[start]) start++
  const [rest, otherRest] = [name.slice(start), other.slice(start)]
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}
