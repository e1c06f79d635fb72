import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArchive } from '@tabler/icons-react'
import type { Member } from '#contract/members.ts'
import { useMemberImage } from '#web/api/files.ts'
import { problemText } from '#web/api/problem-text.ts'
import { formatDate } from '#web/ui/words/format.ts'
import { Initials } from '#web/ui/initials.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import c from './family.module.css'
import { fullName } from '../words.ts'
import { archivedQuery, useRestore } from './queries.ts'

/** Participants who were put away, folded; nothing while there are none. */
export function ArchivedPeople({ memberId }: { memberId: string }) {
  const { data } = useQuery(archivedQuery(memberId))
  if (!data || data.length === 0) return null
  return (
    <details className={c.archived}>
      <summary>
        <IconArchive size={18} stroke={1.7} aria-hidden />
        {m.participants_archived({ count: data.length })}
      </summary>
      <ul className={c.links}>
        {data.map((member) => (
          <Archived key={member.id} member={member} />
        ))}
      </ul>
    </details>
  )
}

function Archived({ member }: { member: Member }) {
  const restore = useRestore()
  const image = useMemberImage(member)
  const name = fullName(member)
  const bringBack = async () => {
    try {
      await restore.mutateAsync(member.id)
      document.querySelector<HTMLElement>('#main h1')?.focus()
      showToast({ message: m.participant_restored({ name }) })
    } catch (error) {
      showToast({ type: 'error', message: problemText(error) })
    }
  }
  return (
    <li className={c.link}>
      <Initials name={name} size={44} light image={image} />
      <div className={c.linkWords}>
        <span className={c.linkName}>{name}</span>
        {member.archivedAt && (
          <span className={c.dimmed}>{m.participant_archived_on({ date: formatDate(member.archivedAt) })}</span>
        )}
      </div>
      <div className={c.linkActions}>
        <Button
          size="sm"
          variant="light"
          loading={restore.isPending}
          aria-label={m.participant_restore_named({ name })}
          onClick={() => void bringBack()}
        >
          {m.participant_restore()}
        </Button>
      </div>
    </li>
  )
}
