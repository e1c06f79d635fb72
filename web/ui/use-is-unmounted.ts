import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component has unmounted; for async work that ends later. */
export function useIsUnmounted(): RefObject<boolean> {
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  return gone
}
