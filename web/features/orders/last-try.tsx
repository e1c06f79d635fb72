import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { m } from '#words/messages.js'
import { declineWords } from './decline-words.ts'
import { orderStateQuery } from './queries.ts'

/** What became of the last attempt to pay an order, in words; nothing where none was made. */
export function LastTry({ token }: { token: string }) {
  const { data } = useQuery(orderStateQuery(token))
  const decline = data?.own?.decline
  if (!decline) return null
  const { reason, remedy, details } = declineWords(decline)
  return (
    <Text size="sm" mt={2}>
      {m.term_last_try({ reason })} {remedy}{' '}
      <Text span inherit c="dimmed">
        {details}
      </Text>
    </Text>
  )
}
