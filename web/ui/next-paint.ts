/** Resolves once what was just changed is on the screen, or nothing is nextPaint: what takes longer comes after the answer. */
export const nextPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    // A page in the background has no frames.
    setTimeout(resolve, 300)
  })
