import { lazy, Suspense, useState, type ComponentType } from 'react'

const load = async (): Promise<ComponentType> => (await import('./dashboard-needs.tsx')).DashboardNeeds
let ready: ComponentType | undefined

/** Has the code at hand before the page is drawn, so that nothing on it moves. */
export async function readyNeeds(): Promise<void> {
  ready = await load()
}

// The page stands without it, should the browser not get its code.
const Later = lazy(async () => ({ default: await load().catch((): ComponentType => () => null) }))

/** What waits for the reader: beside the first script, which every page waits for. */
export function LaterNeeds() {
  const [Needs] = useState(() => ready ?? Later)
  return (
    <Suspense>
      <Needs />
    </Suspense>
  )
}
