const scheme = 'data-mantine-color-scheme'

/** Paper is white: a page is printed in the light theme, whichever it is read in. */
export function printInLight(): () => void {
  const root = document.documentElement
  let read: string | null = null
  const begin = () => {
    read ??= root.getAttribute(scheme)
    root.setAttribute(scheme, 'light')
  }
  const end = () => {
    if (read !== null) root.setAttribute(scheme, read)
    read = null
  }
  const paper = matchMedia('print')
  const change = () => (paper.matches ? begin() : end())
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  // A preview of paper tells it this way alone.
  paper.addEventListener('change', change)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    paper.removeEventListener('change', change)
  }
}
