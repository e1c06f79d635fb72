import { Text } from '@mantine/core'
import { m } from '#words/messages.js'
import { formatNumber } from '../words/format.ts'

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
      (count === 0 && !isCut ? none : (isCut ? m.search_first : m.search_found)({ count: formatNumber(count) }))}
  </Text>
)
