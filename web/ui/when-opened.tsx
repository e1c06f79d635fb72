import { lazy, Suspense, useState, type ComponentType } from 'react'

/** A dialog whose code loads when it first opens; the page around it stays small. */
export function whenOpened<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Dialog = lazy(async () => ({ default: await load() }))
  return function WhenOpened(props: P) {
    const [wanted, setWanted] = useState(props.opened)
    if (props.opened && !wanted) setWanted(true)
    return wanted ? (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    ) : null
  }
}
