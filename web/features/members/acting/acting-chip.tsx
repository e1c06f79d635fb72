import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { IconChevronDown, IconUsers } from '#web/ui/icons/index.ts'
import type { FamilyPerson } from '#contract/members/family.ts'
import type { Member } from '#contract/members/members.ts'
import { useActingState } from '#web/api/acting/acting.ts'
import { useMemberImage } from '#web/api/files.ts'
import { peopleQuery } from '#web/api/acting/people.ts'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { useMenuButton } from '#web/ui/dialogs/menu-button.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { setFamily } from '#web/ui/tones.ts'
import { callName } from '#contract/members/full-name.ts'
import { m } from '#words/messages.js'
import c from './header-chip.module.css'
import { fullName } from '../words.ts'

/** Shows who the user acts for, and lets them switch. Hidden if there is nobody to act for. */
export function ActingChip({ member }: { member: Member }) {
  const { data: people } = useQuery(peopleQuery(member.id))
  const acting = useActingState().acting
  useEffect(() => {
    // By id, in the order they came: who comes later changes nobody's colour.
    const family = [member, ...(people ?? []).map((person) => person.member)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    setFamily(family.map(fullName))
  }, [member, people])
  if (!acting && (people ?? []).length === 0) return null
  return <Chip member={member} people={people ?? []} chosen={acting?.member ?? null} />
}

interface ChipProps {
  readonly member: Member
  readonly people: readonly FamilyPerson[]
  readonly chosen: Member | null
}

const loadMenu = () => import('./acting-menu.tsx')
const ActingMenu = lazyDialog(async () => (await loadMenu()).ActingMenu)

function Chip({ member, people, chosen }: ChipProps) {
  const { buttonProps, menu } = useMenuButton('menu', loadMenu)
  const image = useMemberImage(chosen ?? member)
  return (
    <>
      <UnstyledButton {...buttonProps} className={c.chip} data-acting={chosen !== null}>
        {/* `calc` keeps it at its size beside larger text. */}
        {chosen ? (
          <Initials name={fullName(chosen)} size="calc(26px)" light image={image} />
        ) : (
          <IconUsers size={20} stroke={1.7} aria-hidden />
        )}
        <span aria-hidden>{m.acting_chip({ name: chosen ? callName(chosen) : m.acting_self() })}</span>
        <VisuallyHidden>{m.acting_chip_label({ name: chosen ? fullName(chosen) : m.acting_self() })}</VisuallyHidden>
        <IconChevronDown size={16} stroke={2} aria-hidden />
      </UnstyledButton>
      <ActingMenu member={member} people={people} chosen={chosen} {...menu} />
      {/* Announces a change, also after the menu has closed. */}
      <VisuallyHidden role="status">{chosen ? m.acting_now_for({ name: fullName(chosen) }) : ''}</VisuallyHidden>
    </>
  )
}
