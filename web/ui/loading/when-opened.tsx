import { Suspense, useDeferredValue, useEffect, useState, type ComponentType } from 'react'
import { lazyPart } from './lazy-part.tsx'

/**
 * A dialog whose code loads when it first opens; the page around it stays small. It is there before it opens, so that it
 * sees who had the focus, and gives it back. What opens it answers first; the dialog is drawn in slices.
 */
export function whenOpened<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Dialog = lazyPart(async () => {
    const Loaded = await load()
    return function Opening(props: P) {
      const [there, setThere] = useState(false)
      useEffect(() => setThere(true), [])
      return <Loaded {...props} opened={there && props.opened} />
    }
  })
  return function WhenOpened(props: P) {
    const [wanted, setWanted] = useState(props.opened)
    if (props.opened && !wanted) setWanted(true)
    const drawn = useDeferredValue(props.opened)
    return wanted ? (
      <Suspense>
        <Dialog {...props} opened={props.opened && drawn} />
      </Suspense>
    ) : null
  }
}
