/** Compares TRUST_PROXY with the proxies that calls really came through. */
export interface ProxyCount {
  /** Notes one call. @param forwardedFor its X-Forwarded-For */
  saw(forwardedFor: string): void
  /** The difference and what to do, or null. */
  fault(): string | null
}

/** Calls that are compared. A visitor can send any header, so one caller must not decide. */
const CALLS = 200

/** A tenth of the calls may differ: a monitor inside the network, a visitor who sends the header. */
const SHARE = 0.9

export function countProxies(trusted: number): ProxyCount {
  const recent: number[] = []
  let next = 0
  const share = (is: (proxies: number) => boolean) => recent.filter(is).length / recent.length
  return {
    saw(forwardedFor) {
      recent[next] = forwardedFor ? forwardedFor.split(',').length : 0
      next = (next + 1) % CALLS
    },
    fault() {
      if (recent.length < CALLS) return null
      if (share((proxies) => proxies > trusted) >= SHARE)
        return `TRUST_PROXY: calls come through more proxies than ${trusted}, so all callers seem to have one address and share its limits: set it to the number of your proxies, or let the outermost one replace X-Forwarded-For`
      if (share((proxies) => proxies < trusted) >= SHARE)
        return `TRUST_PROXY: calls come through fewer proxies than ${trusted}, so a caller can choose the address that limits apply to: set it to the number of proxies that add to X-Forwarded-For`
      return null
    },
  }
}
