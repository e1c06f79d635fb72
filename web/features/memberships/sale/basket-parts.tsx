import { Skeleton } from '@mantine/core'
import { Suspense, useEffect, useState, type ComponentType } from 'react'
import { lazyPart } from '#web/ui/loading/lazy-part.tsx'

const load = () => import('./basket-extras.ts')
type Extras = Awaited<ReturnType<typeof load>>

let ready: Extras | undefined

// Asked for with the page's own code, while its data are on their way.
const asked = load().then(
  (extras) => void (ready = extras),
  () => undefined,
)

/** Whether the parts are at hand, or cannot be had now: what is drawn before that would move under the finger when they come. */
export function useBasketParts(): boolean {
  const [settled, setSettled] = useState(!!ready)
  useEffect(() => void asked.then(() => setSettled(true)), [])
  return settled
}

/**
 * A part of a basket, from the code that is at hand; it comes a moment later where that is not.
 * @param height of the place that is kept for it, in pixels
 */
function part<Props extends object>(
  height: number,
  of: (extras: Extras) => ComponentType<Props>,
): ComponentType<Props> {
  const Later = lazyPart(async () => of(await load()))
  return function BasketPart(props: Props) {
    const [Part] = useState((): ComponentType<Props> => (ready ? of(ready) : Later))
    return (
      <Suspense fallback={<Skeleton height={height} radius="md" />}>
        <Part {...props} />
      </Suspense>
    )
  }
}

export const BillingSummary = part(88, (extras) => extras.BillingSummary)
export const PeopleFields = part(102, (extras) => extras.PeopleFields)
export const SeveralRows = part(320, (extras) => extras.SeveralRows)
export const PartLines = part(160, (extras) => extras.PartLines)
export const PriceExplanation = part(76, (extras) => extras.PriceExplanation)
export const RenewField = part(88, (extras) => extras.RenewField)
export const TestClub = part(52, (extras) => extras.TestClub)
