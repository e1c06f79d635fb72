let reloading = false

/** Whether the page is about to load itself anew: what is typed is kept, so nobody has to be asked. */
export const isReloading = () => reloading

/** Loads the page anew. */
export function reloadPage(): void {
  reloading = true
  location.reload()
}
