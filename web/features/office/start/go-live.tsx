import { Alert, Button, Group, List, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconClock, IconRocket, IconX } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '#contract/members/full-name.ts'
import type { LiveCheck, ClubStart, StartStep } from '#contract/office/start.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths, type SettingsField } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { LinkTarget } from '#web/ui/link-target.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { OfficeClub } from '../queries.ts'
import { startQuery, useChangeStart } from './queries.ts'

export const liveCheckWords: Record<LiveCheck, () => string> = {
  key: m.live_check_key,
  terms: m.live_check_terms,
  privacy: m.live_check_privacy,
  membership: m.live_check_membership,
  chair: m.live_check_chair,
  bought: m.live_check_bought,
}

/** Asking the operator to switch a club from test payments to real ones; nothing once it is live. */
export function GoLive({ club }: { club: OfficeClub }) {
  const query = useQuery(startQuery(club.id))
  const change = useChangeStart(club.id)
  const start = query.data
  if (!start) return <NotLoaded query={query} rows={1} height={200} />
  if (start.state !== 'test' && start.state !== 'draft') return null
  const ready = start.checks.every(({ done }) => done)
  return (
    <Panel title={m.live_title()} subtitle={m.live_subtitle()}>
      <LinkTarget name={'live' satisfies SettingsField}>
        <Stack gap="md" align="flex-start">
          <List spacing="xs" center listStyleType="none">
            {start.checks.map(({ check, done }) => (
              <List.Item
                key={check}
                icon={
                  <ThemeIcon color={done ? 'teal' : 'gray'} variant={done ? 'filled' : 'light'} radius="xl" size={24}>
                    {done ? (
                      <IconCheck size={15} stroke={2.4} role="img" aria-label={m.start_done()} />
                    ) : (
                      <IconX size={15} stroke={2.4} role="img" aria-label={m.live_missing()} />
                    )}
                  </ThemeIcon>
                }
              >
                {done ? (
                  liveCheckWords[check]()
                ) : (
                  <TextLink to={startPlaces[stepOfCheck(check)](club, start)} alone>
                    {liveCheckWords[check]()}
                  </TextLink>
                )}
              </List.Item>
            ))}
          </List>
          {start.asked ? (
            <Alert
              role="status"
              color="fjord"
              icon={<IconClock size={20} stroke={1.7} />}
              title={m.live_asked()}
              w="100%"
            >
              <Stack gap="sm" align="flex-start">
                <Text size="sm">
                  {m.live_asked_by({
                    name: fullName(start.asked.by),
                    at: formatDateTime(start.asked.at),
                  })}
                </Text>
                <Button variant="default" loading={change.isPending} onClick={() => change.mutate('withdraw')}>
                  {m.live_withdraw()}
                </Button>
              </Stack>
            </Alert>
          ) : (
            <Group>
              <Button
                leftSection={<IconRocket size={18} stroke={1.7} />}
                loading={change.isPending}
                disabled={!ready}
                onClick={() => change.mutate('ask')}
              >
                {m.live_ask()}
              </Button>
              {!ready && (
                <Text size="sm" c="dimmed">
                  {m.live_ask_missing()}
                </Text>
              )}
            </Group>
          )}
        </Stack>
      </LinkTarget>
    </Panel>
  )
}

/** Where each step is done. */
export const startPlaces: Readonly<Record<StartStep, (club: OfficeClub, start: ClubStart) => string>> = {
  texts: ({ key }) => paths.clubSettings(key, {}, 'description'),
  logo: ({ key }) => paths.clubSettings(key, {}, 'logo'),
  membership: ({ key }) => paths.firstMemberships(key),
  terms: ({ key }) => paths.clubSettings(key, { tab: 'texts' }, 'terms'),
  privacy: ({ key }) => paths.clubSettings(key, { tab: 'texts' }, 'privacy'),
  key: ({ key }) => paths.clubSettings(key, { tab: 'payment' }, 'key'),
  people: ({ key }) => paths.inviteToOffice(key),
  bought: ({ id }) => paths.newMembership({ orgId: id }),
  receipt: ({ key }, { receipt }) => (receipt ? paths.membershipReceipt(receipt) : paths.clubPayments(key)),
  asked: ({ key }) => paths.clubSettings(key, { tab: 'payment' }, 'live'),
}

/** Where what a check misses is done. */
export const stepOfCheck = (check: LiveCheck): StartStep => (check === 'chair' ? 'people' : check)
