const scheme = 'data-mantine-color-scheme'

/** Paper is white: a page is printed in the light theme, whichever it is read in. */
export function printInLight(): void {
  const root = document.documentElement
  let read: string | null = null
  addEventListener('beforeprint', () => {
    read ??= root.getAttribute(scheme)
    root.setAttribute(scheme, 'light')
  })
  addEventListener('afterprint', () => {
    if (read !== null) root.setAttribute(scheme, read)
    read = null
  })
}
