import type { AnyRouter } from '@tanstack/react-router'

// The styles draw a line at the page's top by it.
const attribute = 'data-leaving'
const page = document.documentElement

/** Whether another page is on its way. */
export const isLeaving = () => page.hasAttribute(attribute)

/** Says so on the page, from the first frame on. */
export function showLeaving(router: AnyRouter) {
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    page.toggleAttribute(attribute, Boolean(fromLocation) && pathChanged)
  })
  router.subscribe('onResolved', () => page.removeAttribute(attribute))
}
