import { Text } from '@mantine/core'
import { formatNumber } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

interface Props {
  /** Undefined before a search, and while it is on its way. */
  readonly count: number | undefined
  /** Nobody, or nothing. */
  readonly none: string
  /** Only the first are listed. */
  readonly isCut?: boolean
}

/** How many a search below its field has found. Always there, so that screen readers read it when it changes. */
export const FoundWords = ({ count, none, isCut = false }: Props) => (
  <Text size="sm" c="dimmed" role="status">
    {count !== undefined &&
      (count === 0 ? none : (isCut ? m.search_first : m.search_found)({ count: formatNumber(count) }))}
  </Text>
)
