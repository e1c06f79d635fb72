import { lazy, Suspense, useState, type ComponentType } from 'react'

const load = () => import('./basket-extras.ts')
type Extras = Awaited<ReturnType<typeof load>>

let ready: Extras | undefined

// Asked for with the page's own code, while its data are on their way: once they are there it is at hand, and nothing moves.
void load().then(
  (extras) => (ready = extras),
  () => undefined,
)

/** A part of a basket, from the code that is at hand; it comes a moment later where that is not. */
function part<Props extends object>(of: (extras: Extras) => ComponentType<Props>): ComponentType<Props> {
  const Later = lazy(async () => ({ default: of(await load()) }))
  return function BasketPart(props: Props) {
    const [Part] = useState((): ComponentType<Props> => (ready ? of(ready) : Later))
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

export const PeopleFields = part((extras) => extras.PeopleFields)
export const SeveralRows = part((extras) => extras.SeveralRows)
export const PartLines = part((extras) => extras.PartLines)
export const RenewField = part((extras) => extras.RenewField)
export const TestClub = part((extras) => extras.TestClub)
