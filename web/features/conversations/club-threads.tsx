import { Badge, Skeleton, Stack, Text } from '@mantine/core'
import { IconMail } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { MomentText } from '#web/ui/words/money-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { m } from '#words/messages.js'
import { clubThreadsQuery } from './queries.ts'
import { stateWords } from './words.ts'

/** The rest are on the messages page. */
const shown = 3

/** The member's latest threads with a club, and a link to ask a question. Shows no list if loading fails. */
export function ClubThreads({ orgId }: { orgId: string }) {
  const { data, isError } = useQuery(clubThreadsQuery(orgId))
  const threads = data?.threads ?? []
  const isMailed = useIsMailed()
  return (
    <Panel title={m.club_messages()}>
      <Stack gap="sm">
        {!data ? (
          !isError && <Skeleton height={44} radius="md" />
        ) : threads.length === 0 ? (
          <Text c="dimmed">{isMailed ? m.club_messages_none() : m.club_messages_none_here()}</Text>
        ) : (
          <RowList
            rows={threads.slice(0, shown).map(({ id, subject, state, lastAt, unread }) => ({
              key: id,
              title: subject,
              to: paths.contactUs({ thread: id }),
              note: <MomentText moment={lastAt} />,
              badge:
                unread > 0 ? (
                  <Badge variant="filled" color="coral">
                    {m.thread_unread({ count: unread })}
                  </Badge>
                ) : (
                  <Badge color={stateWords[state].tone}>{stateWords[state].label()}</Badge>
                ),
            }))}
          />
        )}
        <ButtonLink to={paths.contactUs({ orgId })} variant="light" leftSection={<IconMail size={18} stroke={1.7} />}>
          {m.club_ask()}
        </ButtonLink>
      </Stack>
    </Panel>
  )
}

/** Whether the club's replies are also emailed; `email` is null until it is confirmed. */
export const useIsMailed = (): boolean => isMailed(useSessionState())

export const isMailed = (session: SessionState): boolean =>
  session.status !== 'signed-in' || session.self.email !== null
