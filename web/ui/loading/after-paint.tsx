import { useEffect, useState, type ComponentType } from 'react'

/**
 * A part of every page that the page can do without: its code loads once the page stands, and costs it nothing. When it
 * cannot be had, it is tried again as soon as the browser is online.
 */
export function afterPaint<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null
  return function AfterPaint(props: P) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part) return
      let wanted = true
      const attempt = async () => {
        try {
          const part = (loaded = await load())
          if (wanted) setPart(() => part)
        } catch {
          // The page stands without it.
        }
      }
      const begin = () => void attempt()
      const timer = setTimeout(begin)
      addEventListener('online', begin)
      return () => {
        wanted = false
        clearTimeout(timer)
        removeEventListener('online', begin)
      }
    }, [Part])
    return Part && <Part {...props} />
  }
}
