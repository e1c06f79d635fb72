/**
 * Everything that comes in pages, each asked for by the last of the page before.
 * @param size of a whole page: a smaller one is the last. @param most pages that are read
 * @returns `cut` when there may be more
 */
export async function readPages<T extends { readonly id: string }>(
  readPage: (after: string | null) => Promise<readonly T[]>,
  { size, most }: { size: number; most: number },
): Promise<{ items: T[]; cut: boolean }> {
  const items: T[] = []
  for (let pages = 0; pages < most; pages++) {
    const page = await readPage(items.at(-1)?.id ?? null)
    items.push(...page)
    if (page.length < size) return { items, cut: false }
  }
  return { items, cut: true }
}
