import { ActionIcon, Badge, Button } from '@mantine/core'
import { IconArchive, IconPencil, IconUserCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FamilyPerson } from '#contract/family.ts'
import { useActingState } from '#web/api/acting/acting.ts'
import { actFor } from '#web/api/acting/change-acting.ts'
import { useMemberImage } from '#web/api/pictures/member-image.ts'
import { problemText } from '#web/api/problem-text.ts'
import { paths } from '#web/paths.ts'
import { Hint } from '#web/ui/hint.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import c from './family.module.css'
import { ageWords, fullName } from './family-words.ts'
import { useArchive, useRestore } from './queries.ts'

/** One person in the reader's care, and what can be done for them. */
export function PersonCard({ person, holds }: { person: FamilyPerson; holds?: ReactNode }) {
  const { member, as } = person
  const acting = useActingState().acting
  const image = useMemberImage(member)
  const name = fullName(member)
  const now = acting?.member.id === member.id
  const facts = [as === 'relative' ? member.email : null, ageWords(member)].filter(Boolean)
  return (
    <li className={c.card}>
      <div className={c.cardHead}>
        <Initials name={name} size={56} light image={image} />
        <div className={c.cardWords}>
          <h3 className={c.cardName}>{name}</h3>
          {facts.length > 0 && <span className={c.dimmed}>{facts.join(' · ')}</span>}
          {now && <Badge color="coral">{m.participant_acting_now()}</Badge>}
        </div>
        <div className={c.cardTools}>
          {member.can.edit && as === 'participant' && (
            <Hint label={m.participant_edit()}>
              <ActionIcon
                component={PlainLink}
                to={paths.editParticipant({ id: member.id })}
                aria-label={m.participant_edit_named({ name })}
              >
                <IconPencil size={19} stroke={1.7} />
              </ActionIcon>
            </Hint>
          )}
          {member.can.archive && <Archive member={member} name={name} />}
        </div>
      </div>
      {holds && <div className={c.holds}>{holds}</div>}
      <div className={c.cardActions}>
        {member.can.buy && (
          <ButtonLink
            to={paths.newMembership({ memberId: member.id })}
            variant="light"
            size="sm"
            aria-label={m.participant_buy_named({ name })}
          >
            {m.participant_buy()}
          </ButtonLink>
        )}
        <Button
          variant="default"
          size="sm"
          leftSection={<IconUserCheck size={17} stroke={1.7} />}
          aria-label={now ? m.participant_act_end() : m.participant_act_named({ name })}
          onClick={() => actFor(now ? null : person)}
        >
          {now ? m.participant_act_end() : m.participant_act_named({ name: member.firstName })}
        </Button>
      </div>
    </li>
  )
}

/** Puts a participant away, and offers to bring them back. */
function Archive({ member, name }: { member: FamilyPerson['member']; name: string }) {
  const archive = useArchive()
  const restore = useRestore()
  const failed = (error: unknown) => showToast({ type: 'error', message: problemText(error) })
  const undo = () => void restore.mutateAsync(member.id).catch(failed)
  const away = async () => {
    try {
      await archive.mutateAsync(member.id)
      // The button is gone; reading goes on at the top of the page.
      document.querySelector<HTMLElement>('#main h1')?.focus()
      showToast({ message: m.participant_archived({ name }), action: { label: m.action_undo(), onClick: undo } })
    } catch (error) {
      failed(error)
    }
  }
  return (
    <Hint label={m.participant_archive()}>
      <ActionIcon
        aria-label={m.participant_archive_named({ name })}
        loading={archive.isPending}
        onClick={() => void away()}
      >
        <IconArchive size={19} stroke={1.7} />
      </ActionIcon>
    </Hint>
  )
}
