import { useMounted } from '@mantine/hooks'
import { lazy, Suspense, useDeferredValue, useState, type ComponentType } from 'react'

/**
 * A heavy dialog or menu whose code loads when it first opens. It mounts closed, so that Mantine records the focused
 * element and returns focus to it, and opens after its button has answered.
 */
export function lazyDialog<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Dialog = lazy(async () => {
    const Loaded = await load()
    function OpenAfterMount(props: P) {
      const mounted = useMounted()
      const opened = useDeferredValue(props.opened)
      return <Loaded {...props} opened={mounted && opened} />
    }
    return { default: OpenAfterMount }
  })
  return function LazyDialog(props: P) {
    const [hasOpened, setHasOpened] = useState(props.opened)
    if (props.opened && !hasOpened) setHasOpened(true)
    return (
      hasOpened && (
        <Suspense>
          <Dialog {...props} />
        </Suspense>
      )
    )
  }
}
