import { lazy, useState, type ComponentType } from 'react'

let tries = 0

/** Whoever tries again gets what could not be had before. */
export const tryAgain = () => {
  tries += 1
}

/**
 * A part of a page whose code comes with its first use, below a `Suspense`. React keeps a failure of `lazy` for good; this
 * asks for the code anew once `tryAgain` was called.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let failedAt = Infinity
  const make = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        failedAt = tries
        throw error
      }
    })
  let Part: ComponentType<P> = make()
  const current = () => {
    if (failedAt < tries) {
      failedAt = Infinity
      Part = make()
    }
    return Part
  }
  return function LazyPart(props: P) {
    const [Now] = useState<ComponentType<P>>(current)
    return <Now {...props} />
  }
}
