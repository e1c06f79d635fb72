import { Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import type { FamilyPerson } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import { useActingState } from '#web/api/acting/acting.ts'
import { startActing } from '#web/api/acting/change-acting.ts'
import { useMemberImage } from '#web/api/files.ts'
import { peopleQuery } from '#web/api/acting/subject.ts'
import { paths } from '#web/paths.ts'
import { Initials } from '#web/ui/initials.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { DropPanel } from '#web/ui/dialogs/drop-panel.tsx'
import { m } from '#words/messages.js'
import c from './acting-chip.module.css'
import { fullName, permissionWords } from '../words.ts'

/** Shows who the user acts for, and lets them switch. Hidden if there is nobody to act for. */
export function ActingChip({ member }: { member: Member }) {
  const { data: people } = useQuery(peopleQuery(member.id))
  const acting = useActingState().acting
  if (!acting && (people ?? []).length === 0) return null
  return <Chip member={member} people={people ?? []} chosen={acting?.member ?? null} />
}

interface ChipProps {
  readonly member: Member
  readonly people: readonly FamilyPerson[]
  readonly chosen: Member | null
}

/** The native popover handles Escape, clicks outside and returning the focus. */
function Chip({ member, people, chosen }: ChipProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const choose = (person: FamilyPerson | null) => {
    list.current?.hidePopover()
    if ((person?.member.id ?? null) !== (chosen?.id ?? null)) startActing(person)
  }
  const name = chosen ? chosen.firstName : m.acting_yourself()
  return (
    <div className={c.place}>
      <UnstyledButton
        className={c.chip}
        data-acting={chosen !== null}
        aria-label={m.acting_chip_label({ name: chosen ? fullName(chosen) : m.acting_yourself() })}
        popoverTarget={id}
      >
        <span className={c.picture}>
          <Picture member={chosen ?? member} size={26} />
        </span>
        <span className={c.name}>{name}</span>
        <IconChevronDown size={16} stroke={2} aria-hidden />
      </UnstyledButton>
      {/* Announces a change, also after the list has closed. */}
      <span className={c.announcement} role="status">
        {chosen ? m.acting_now_for({ name: fullName(chosen) }) : ''}
      </span>
      <DropPanel ref={list} id={id} role="dialog" aria-label={m.acting_choose()} className={c.list}>
        <Text size="sm" fw={640} className={c.head ?? ''}>
          {m.acting_choose()}
        </Text>
        <ul className={c.people}>
          <Entry
            member={member}
            name={m.acting_yourself()}
            detail={fullName(member)}
            chosen={chosen === null}
            onChoose={() => choose(null)}
          />
          {people.map((person) => (
            <Entry
              key={person.member.id}
              member={person.member}
              name={fullName(person.member)}
              detail={permissionWords(person, people)}
              chosen={person.member.id === chosen?.id}
              onChoose={() => choose(person)}
            />
          ))}
        </ul>
        <div className={c.foot}>
          <PlainLink to={paths.participants()} className={c.link ?? ''} onClick={() => list.current?.hidePopover()}>
            {m.title_participants()}
          </PlainLink>
          <PlainLink to={paths.acts()} className={c.link ?? ''} onClick={() => list.current?.hidePopover()}>
            {m.title_acts()}
          </PlainLink>
        </div>
      </DropPanel>
    </div>
  )
}

interface EntryProps {
  readonly member: Member
  readonly name: string
  readonly detail: string
  readonly chosen: boolean
  readonly onChoose: () => void
}

function Entry({ member, name, detail, chosen, onChoose }: EntryProps) {
  return (
    <li>
      <UnstyledButton className={c.entry} aria-current={chosen ? 'true' : undefined} onClick={onChoose}>
        <Picture member={member} size={36} />
        <span className={c.words}>
          <span className={c.entryName}>{name}</span>
          <span className={c.detail}>{detail}</span>
        </span>
        {chosen && <IconCheck size={18} stroke={2} aria-hidden />}
      </UnstyledButton>
    </li>
  )
}

const Picture = ({ member, size }: { member: Member; size: number }) => (
  <Initials name={fullName(member)} size={size} light image={useMemberImage(member)} />
)
