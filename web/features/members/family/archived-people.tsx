import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArchive } from '#web/ui/icons/index.ts'
import type { Member } from '#contract/members/members.ts'
import { useMemberImage } from '#web/api/files.ts'
import { formatDate } from '#web/ui/words/format.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { fullName } from '../words.ts'
import { archivedQuery, useRestore } from '../queries.ts'
import { showFailure } from '#web/api/toasts.ts'

/** Archived participants in a collapsed list; hidden if there are none. */
export function ArchivedPeople({ memberId }: { memberId: string }) {
  const { data } = useQuery(archivedQuery(memberId))
  if (!data || data.length === 0) return null
  return (
    <Panel py="xs">
      <Fold
        icon={<IconArchive size={18} stroke={1.7} aria-hidden />}
        title={m.participants_archived({ count: data.length })}
      >
        <Rows>
          {data.map((member) => (
            <Archived key={member.id} member={member} />
          ))}
        </Rows>
      </Fold>
    </Panel>
  )
}

function Archived({ member }: { member: Member }) {
  const restore = useRestore()
  const image = useMemberImage(member)
  const name = fullName(member)
  const restoreMember = async () => {
    try {
      await restore.mutateAsync(member.id)
      showToast({ message: m.participant_restored({ name }) })
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Row
      picture={<Initials name={name} size={44} light image={image} />}
      title={name}
      aside={
        <Button
          variant="light"
          loading={restore.isPending}
          aria-label={m.participant_restore_named({ name })}
          onClick={() => void restoreMember()}
        >
          {m.participant_restore()}
        </Button>
      }
    >
      {member.archivedAt && (
        <Text size="sm" c="dimmed">
          {m.participant_archived_on({ date: formatDate(member.archivedAt) })}
        </Text>
      )}
    </Row>
  )
}
