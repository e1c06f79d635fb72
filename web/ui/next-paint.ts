/** Resolves after the next paint, so that heavy work does not delay feedback. */
export const nextPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    // Background tabs have no frames.
    setTimeout(resolve, 300)
  })
