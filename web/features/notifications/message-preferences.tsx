import { Group, Switch, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconLock } from '#web/ui/icons/index.ts'
import type { MessageChannel, MessagePreference } from '#contract/notifications/messages.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { useSession } from '#web/api/session/session.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import c from './message-preferences.module.css'
import { channelName, kindName, kindText, requiredReason } from './message-words.ts'
import { preferencesQuery, useSavePreferences } from './message-queries.ts'

/** Which messages are sent by which channel. Changes are saved immediately. */
export function MessagePreferences({ memberId }: { memberId: string }) {
  const query = useQuery(preferencesQuery(memberId))
  const { data } = query
  return (
    <Panel title={m.messages_section_title()} subtitle={m.messages_section_text()}>
      {data ? (
        <PreferenceTable preferences={data} memberId={memberId} />
      ) : (
        <NotLoaded query={query} rows={6} height={58} />
      )}
    </Panel>
  )
}

interface PreferenceTableProps {
  readonly preferences: readonly MessagePreference[]
  readonly memberId: string
}

function PreferenceTable({ preferences, memberId }: PreferenceTableProps) {
  const prefer = useSavePreferences(memberId)
  const { impersonates } = useSession()
  const channels = [...new Set(preferences.map(({ channel }) => channel))]
  const kinds = [...new Set(preferences.map(({ kind }) => kind))]
  const cell = (kind: MessagePreference['kind'], channel: MessageChannel) => {
    const found = preferences.find((one) => one.kind === kind && one.channel === channel)
    if (!found || (!found.can.change && !found.wanted)) return <NotSent />
    if (!found.can.change) return <Always />
    return (
      <Switch
        aria-label={m.messages_switch({ kind: kindName(kind), channel: channelName(channel) })}
        checked={found.wanted}
        disabled={impersonates}
        onChange={({ currentTarget }) => prefer.mutate({ kind, channel, wanted: currentTarget.checked })}
      />
    )
  }
  return (
    <>
      {impersonates && (
        <Text size="sm" c="dimmed">
          {m.acting_member_only()}
        </Text>
      )}
      <div className={c.preferences}>
        <Table className={c.table ?? ''} verticalSpacing="sm" horizontalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{m.messages_about()}</Table.Th>
              {channels.map((channel) => (
                <Table.Th key={channel} scope="col" className={c.channel ?? ''}>
                  {channelName(channel)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {kinds.map((kind) => {
              const required = preferences.some((one) => one.kind === kind && one.wanted && !one.can.change)
              return (
                <Table.Tr key={kind}>
                  <Table.Th scope="row">
                    <Text fw={640}>{kindName(kind)}</Text>
                    <Text size="sm" c="dimmed">
                      {kindText(kind)}
                    </Text>
                    {required && (
                      <Text size="sm" c="dimmed">
                        {requiredReason(kind)}
                      </Text>
                    )}
                  </Table.Th>
                  {channels.map((channel) => (
                    <Table.Td key={channel} className={c.channel ?? ''}>
                      {cell(kind, channel)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </div>
    </>
  )
}

const Always = () => (
  <Group component="span" gap={4} justify="center" fz={13} fw={600} c="dimmed">
    <IconLock size={16} stroke={1.7} aria-hidden />
    {m.messages_always()}
  </Group>
)

const NotSent = () => (
  <>
    <span aria-hidden>–</span>
    <VisuallyHidden>{m.messages_not_sent()}</VisuallyHidden>
  </>
)
