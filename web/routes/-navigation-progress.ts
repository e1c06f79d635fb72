import type { AnyRouter } from '@tanstack/react-router'

// Styled as a progress line at the top of the page.
const attribute = 'data-leaving'
const page = document.documentElement

export const isNavigating = () => page.hasAttribute(attribute)

/** Marks the page as leaving from the first frame of a navigation. */
export function showNavigationProgress(router: AnyRouter) {
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    page.toggleAttribute(attribute, Boolean(fromLocation) && pathChanged)
  })
  router.subscribe('onResolved', () => page.removeAttribute(attribute))
}
