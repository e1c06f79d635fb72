/** Told in the page when a call found no connection. */
export const unreachable = 'portal:unreachable'

/** Tells whoever watches the network; their code comes after the first. */
export const tellUnreachable = () => dispatchEvent(new Event(unreachable))
