import { Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconUserSearch } from '@tabler/icons-react'
import { useId, useRef, useState, type ToggleEvent } from 'react'
import type { Member } from '#contract/members.ts'
import { DropPanel } from '#web/ui/dialogs/drop-panel.tsx'
import { m } from '#words/messages.js'
import { fullName } from '../words.ts'
import c from './impersonation-selector.module.css'
import { MemberPicker } from './member-picker.tsx'
import { useImpersonate } from '../queries.ts'

/** Lets a super admin choose whom to impersonate. `chosen` is null while they act as themselves. */
export default function ImpersonationSelector({ chosen }: { chosen: Member | null }) {
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  const impersonate = useImpersonate()
  const toggle = ({ newState }: ToggleEvent) => {
    setOpened(newState === 'open')
    if (newState === 'open') impersonate.reset()
  }
  return (
    <div className={c.place}>
      <UnstyledButton
        className={c.button}
        data-chosen={chosen !== null}
        aria-label={chosen ? m.impersonation_button_now({ name: fullName(chosen) }) : m.impersonation_button()}
        aria-haspopup="dialog"
        popoverTarget={id}
      >
        <IconUserSearch size={20} stroke={1.7} aria-hidden />
        <span className={c.words}>
          {chosen ? (
            <>
              <span className={c.name}>{fullName(chosen)}</span>
              <span className={c.detail}>{[chosen.email, chosen.id].filter(Boolean).join(' · ')}</span>
            </>
          ) : (
            <span className={c.name}>{m.impersonation_button()}</span>
          )}
        </span>
        <IconChevronDown size={16} stroke={2} className={c.arrow} aria-hidden />
      </UnstyledButton>
      <DropPanel ref={popover} id={id} role="dialog" aria-label={m.impersonation_button()} onToggle={toggle}>
        {chosen && (
          <Text size="sm" component="div" className={c.now ?? ''}>
            <strong>{fullName(chosen)}</strong>
            <br />
            {[chosen.email, chosen.id].filter(Boolean).join(' · ')}
          </Text>
        )}
        {/* Mounted on opening, so that the last search is discarded. */}
        {opened && (
          <MemberPicker
            chosenId={chosen?.id ?? null}
            problem={impersonate.error}
            busy={impersonate.isPending}
            onChoose={(memberId) => impersonate.mutate(memberId, { onSuccess: () => popover.current?.hidePopover() })}
          />
        )}
      </DropPanel>
    </div>
  )
}
