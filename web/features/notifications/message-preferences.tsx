import { Switch, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconLock } from '@tabler/icons-react'
import type { MessageChannel, MessagePreference } from '#contract/messages.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { useSession } from '#web/api/session/session.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import c from './message-preferences.module.css'
import { channelName, kindName, kindText, requiredReason } from './message-words.ts'
import { preferencesQuery, usePrefer } from './message-queries.ts'

/** Which messages come by which channel; a change is saved at once. */
export function MessagePreferences({ memberId }: { memberId: string }) {
  const { data, error, isFetching, refetch } = useQuery(preferencesQuery(memberId))
  return (
    <Panel title={m.messages_section_title()} subtitle={m.messages_section_text()}>
      {data ? (
        <PreferenceTable preferences={data} memberId={memberId} />
      ) : error ? (
        <QueryError query={{ error, isFetching, refetch }} />
      ) : (
        <SkeletonList rows={6} height={58} />
      )}
    </Panel>
  )
}

interface PreferenceTableProps {
  readonly preferences: readonly MessagePreference[]
  readonly memberId: string
}

function PreferenceTable({ preferences, memberId }: PreferenceTableProps) {
  const prefer = usePrefer(memberId)
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
      <table className={c.table}>
        <thead>
          <tr>
            <th scope="col">{m.messages_about()}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className={c.channel}>
                {channelName(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => {
            const required = preferences.some((one) => one.kind === kind && one.wanted && !one.can.change)
            return (
              <tr key={kind}>
                <th scope="row">
                  <span className={c.kind}>{kindName(kind)}</span>
                  <span className={c.text}>{kindText(kind)}</span>
                  {required && <span className={c.text}>{requiredReason(kind)}</span>}
                </th>
                {channels.map((channel) => (
                  <td key={channel} className={c.channel}>
                    {cell(kind, channel)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

const Always = () => (
  <span className={c.always}>
    <IconLock size={16} stroke={1.7} aria-hidden />
    {m.messages_always()}
  </span>
)

const NotSent = () => (
  <>
    <span aria-hidden>–</span>
    <VisuallyHidden>{m.messages_not_sent()}</VisuallyHidden>
  </>
)
