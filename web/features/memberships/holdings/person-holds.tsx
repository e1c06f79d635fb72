import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Term } from '#contract/memberships/memberships.ts'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { membershipWords } from '../words.ts'
import { membershipsQuery } from '../queries.ts'
import { holdsMembership } from '../summary.ts'

interface Props {
  readonly memberId: string
  readonly clubs: readonly { readonly id: string; readonly name: string }[]
}

/** A member's active memberships. Renders nothing if they cannot be loaded. */
export function PersonHolds({ memberId, clubs }: Props) {
  const { data, error } = useQuery(membershipsQuery(memberId))
  if (error) return null
  if (!data) return <Skeleton height={22} radius="sm" />
  const active = data.filter((one) => holdsMembership(one))
  if (active.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {m.participant_holds_none()}
      </Text>
    )
  }
  return (
    <Stack component="ul" gap={2} fz={15}>
      {active.map((membership) => (
        <li key={membership.id}>
          <Text inherit fw={620}>
            {clubs.find(({ id }) => id === membership.orgId)?.name ?? m.dashboard_closed_club()}
          </Text>
          <Text inherit c="dimmed">
            {membershipWords(membership).sentence}
          </Text>
        </li>
      ))}
    </Stack>
  )
}

/** Somebody's memberships at a club. */
export const TermNames = ({ terms }: { readonly terms: readonly Term[] }) =>
  terms.map((term, at) => (
    <Fragment key={term.id}>
      {at > 0 && ', '}
      <Own of={term} field="configurationName" />
    </Fragment>
  ))
