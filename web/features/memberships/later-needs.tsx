import { lazy, Suspense, useState, type ComponentType } from 'react'
import type { NeedsProps } from './family-needs.tsx'

type Needs = ComponentType<NeedsProps>

const load = async (): Promise<Needs> => (await import('./family-needs.tsx')).FamilyNeeds
let ready: Needs | undefined

/** Has the code at hand before the page is drawn, so that nothing on it moves. */
export async function readyNeeds(): Promise<void> {
  ready = await load()
}

// The page stands without it, should the browser not get its code.
const Later = lazy(async () => ({ default: await load().catch((): Needs => () => null) }))

/** What waits for the reader: beside the first script, which every page waits for. */
export function LaterNeeds(props: NeedsProps) {
  const [Ready] = useState(() => ready ?? Later)
  return (
    <Suspense>
      <Ready {...props} />
    </Suspense>
  )
}
