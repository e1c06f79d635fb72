import { Box, Group, Text, Title } from '@mantine/core'
import { IconRefresh } from '#web/ui/icons/index.ts'
import { useId } from 'react'
import { formatDate } from '#web/ui/words/format.ts'
import page from '#web/ui/page.module.css'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { type DueRenewal, renewPath, totalText } from './renewals.ts'

interface Props {
  /** Renewals that the reader is expected to pay, by one day. */
  readonly renewals: readonly DueRenewal[]
  /** Renewals that others of the family are expected to pay, by the same day. */
  readonly theirs: readonly DueRenewal[]
}

/** Renewals due by one day, their total, and one button; another button for those who can do it themselves. */
export function RenewAll({ renewals, theirs }: Props) {
  const heading = useId()
  const count = renewals.length
  const joins = renewals[0]?.next.joins === true
  const before = renewals[0]?.until ?? ''
  const clubs = new Set(renewals.map(({ orgId }) => orgId)).size
  return (
    <Group
      component="section"
      aria-labelledby={heading}
      gap="16px 20px"
      className={page.card ?? ''}
      bd="1px solid light-dark(#bcdbe7, #24495a)"
    >
      <Box flex="1 1 240px">
        <Title order={2} size="h3" id={heading}>
          {joins ? m.renew_join_title() : m.renew_before({ date: formatDate(before) })}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {m.renew_count({ count })} · {totalText(renewals)}
          {clubs > 1 && ` · ${m.renew_family_orders({ count: clubs })}`}
        </Text>
      </Box>
      <Group gap="sm" flex={{ base: '1 1 100%', xs: 'none' }} grow preventGrowOverflow={false}>
        <ButtonLink to={renewPath(renewals)} size="md" leftSection={<IconRefresh size={18} stroke={1.7} />}>
          {joins ? m.dashboard_join_action() : theirs.length > 0 ? m.renew_mine({ count }) : m.renew_all({ count })}
        </ButtonLink>
        {theirs.length > 0 && (
          <ButtonLink to={renewPath([...renewals, ...theirs])} size="md" variant="default">
            {joins
              ? m.renew_join_everyone({ total: totalText([...renewals, ...theirs]) })
              : m.renew_everyone({ total: totalText([...renewals, ...theirs]) })}
          </ButtonLink>
        )}
      </Group>
    </Group>
  )
}
