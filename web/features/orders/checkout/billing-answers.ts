import type { BillingAnswer } from './billing-part.tsx'

/** Who pays, from a part of the page whose code may come after the click that asks for it. */
export function billingAnswers() {
  let latest: BillingAnswer | null = null
  let asked: ((answer: BillingAnswer) => void) | null = null
  return {
    /** Hears of every change; null once it is not asked for any more. */
    tell: (answer: BillingAnswer | null): void => {
      latest = answer
      if (!answer) return
      asked?.(answer)
      asked = null
    },
    latest: () => latest,
    /** As soon as there is one; of several who wait only the last goes on. */
    ready: (): Promise<BillingAnswer> =>
      latest
        ? Promise.resolve(latest)
        : new Promise((resolve) => {
            asked = resolve
          }),
  }
}
