import { Box, Group, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import { formatDate } from '#web/ui/words/format.ts'
import page from '#web/ui/page.module.css'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { renewBefore, renewPath, totalText, type Renewal } from './renewals.ts'

/** Everything that can be renewed, by when, its total, and one button. */
export function RenewAll({ renewals }: { renewals: readonly Renewal[] }) {
  const heading = useId()
  const count = renewals.length
  const before = renewBefore(renewals)
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
          {before ? m.renew_before({ date: formatDate(before) }) : m.renew_one_title()}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {m.renew_count({ count })} · {totalText(renewals)}
          {clubs > 1 && ` · ${m.renew_family_orders({ count: clubs })}`}
        </Text>
      </Box>
      <ButtonLink
        to={renewPath(renewals)}
        size="md"
        flex={{ base: '1 1 100%', xs: 'none' }}
        leftSection={<IconRefresh size={18} stroke={1.7} />}
      >
        {m.renew_all({ count })}
      </ButtonLink>
    </Group>
  )
}
