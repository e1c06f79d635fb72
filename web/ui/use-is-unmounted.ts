import { useEffect, useRef, type RefObject } from 'react'

/** Whether what uses it has left the page; for what ends later. */
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
