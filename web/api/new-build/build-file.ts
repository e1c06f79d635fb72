/** The build of this page; null where none was made, as in development. */
export const ownBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content || null

/** Asks the portal for something small, for so many milliseconds at most. @returns null: it is out of reach */
export const askPortal = (patience: number): Promise<Response | null> =>
  fetch('/build.json', { cache: 'no-store', signal: AbortSignal.timeout(patience) }).catch(() => null)

/** The build that the server has now; null when it does not say. */
export async function latestBuild(): Promise<string | null> {
  const answer = await askPortal(10_000)
  try {
    const { id } = (answer?.ok ? await answer.json() : {}) as { id?: unknown }
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}
