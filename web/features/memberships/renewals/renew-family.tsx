import { Flex, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import { formatList } from '#web/ui/words/format.ts'
import page from '#web/ui/page.module.css'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import type { Person } from '../people.ts'
import { renewPath, totalText, type Renewal } from './renewals.ts'

interface Props {
  renewals: readonly Renewal[]
  people: readonly Person[]
  clubs: readonly { readonly id: string; readonly name: string }[]
}

/** All possible renewals with their total and one button. */
export function RenewFamily({ renewals, people, clubs }: Props) {
  const heading = useId()
  if (renewals.length === 0) return null
  const persons = new Set(renewals.map(({ memberId }) => memberId)).size
  const nameOf = (memberId: string) => people.find(({ member }) => member.id === memberId)?.short ?? ''
  const seasons = Map.groupBy(renewals, ({ orgId, next }) => `${orgId} ${next.membershipConfId}`)
  const inClubs = [...new Set(renewals.map(({ orgId }) => orgId))]
  return (
    <Group
      component="section"
      aria-labelledby={heading}
      gap="16px 20px"
      className={page.card ?? ''}
      bd="1px solid light-dark(#bcdbe7, #24495a)"
    >
      <ThemeIcon variant="light" radius={14} size={52} aria-hidden visibleFrom="sm">
        <IconRefresh size={26} stroke={1.7} />
      </ThemeIcon>
      <Stack gap={6} flex="1 1 300px">
        <Title order={2} id={heading}>
          {persons > 1 ? m.renew_family() : m.renew_one_title()}
        </Title>
        <Stack component="ul" gap={2}>
          {[...seasons.values()].map((group) => {
            const { orgId, next } = group[0]!
            return (
              <li key={`${orgId} ${next.membershipConfId}`}>
                <strong>{formatList(group.map(({ memberId }) => nameOf(memberId)))}</strong>
                {': '}
                {next.name}, {clubs.find(({ id }) => id === orgId)?.name}
              </li>
            )
          })}
        </Stack>
        {inClubs.length > 1 && (
          <Text size="sm" c="dimmed">
            {m.renew_family_orders({ count: inClubs.length })}
          </Text>
        )}
      </Stack>
      <Flex
        direction="column"
        gap="xs"
        flex={{ base: '1 1 100%', sm: 'none' }}
        align={{ base: 'stretch', sm: 'flex-end' }}
      >
        <Text fw={700} fz="xl">
          {totalText(renewals)}
        </Text>
        <ButtonLink to={renewPath(renewals)} size="md" leftSection={<IconRefresh size={18} stroke={1.7} />}>
          {persons > 1 ? m.renew_family() : m.renew_one()}
        </ButtonLink>
      </Flex>
    </Group>
  )
}
