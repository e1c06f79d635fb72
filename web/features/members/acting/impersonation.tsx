import {
  Box,
  Button,
  Combobox,
  FocusTrap,
  Stack,
  Text,
  UnstyledButton,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core'
import { IconChevronDown, IconUserSearch, IconUserShield } from '#web/ui/icons/index.ts'
import type { Member } from '#contract/members/members.ts'
import { whenDone } from '#web/api/query-client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { m } from '#words/messages.js'
import { fullName } from '../words.ts'
import c from './header-chip.module.css'
import banner from './impersonation-banner.module.css'
import { MemberPicker } from './member-picker.tsx'
import { useEndImpersonation, useImpersonate } from '../queries.ts'

/** Lets a super admin choose whom to impersonate. `chosen` is null while they act as themselves. */
export function ImpersonationSelector({ chosen }: { chosen: Member | null }) {
  const impersonate = useImpersonate()
  const combobox = useCombobox({ onDropdownOpen: impersonate.reset })
  const details = chosen && [chosen.email, chosen.id].filter(Boolean).join(' · ')
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(memberId) =>
        whenDone(impersonate.mutateAsync(memberId), { onSuccess: () => combobox.closeDropdown() })
      }
      readOnly={impersonate.isPending}
      position="bottom-end"
      width={420}
      floatingStrategy="fixed"
      withinPortal={false}
      middlewares={{ shift: { padding: 10 }, size: { padding: 10 } }}
      // Mounted on opening, so that the last search is discarded.
      keepMounted={false}
      radius="lg"
      shadow="md"
      returnFocus
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <UnstyledButton
          className={c.chip}
          data-acting={chosen !== null}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <IconUserSearch size={20} stroke={1.7} aria-hidden />
          <Box component="span" maw={220} lh={1.25} aria-hidden>
            <Text component="span" display="block" size="sm" fw={620} lh="inherit" truncate>
              {chosen ? fullName(chosen) : m.impersonation_button()}
            </Text>
            {details && (
              <Text component="span" display="block" size="xs" lh="inherit" truncate>
                {details}
              </Text>
            )}
          </Box>
          <VisuallyHidden>
            {chosen ? m.impersonation_button_now({ name: fullName(chosen) }) : m.impersonation_button()}
          </VisuallyHidden>
          <IconChevronDown size={16} stroke={2} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown className={c.panel ?? ''}>
        <FocusTrap>
          <Stack gap={8} mih={0} pt={12} pb={8}>
            {chosen && (
              <Text size="sm" px={12}>
                <strong>{fullName(chosen)}</strong>
                <br />
                {details}
              </Text>
            )}
            <MemberPicker combobox={combobox} chosenId={chosen?.id ?? null} problem={impersonate.error} />
          </Stack>
        </FocusTrap>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Shown on every page while a super admin impersonates a member. It cannot be closed. */
export function ImpersonationBanner({ member }: { member: Member }) {
  const end = useEndImpersonation()
  const leave = () => whenDone(end.mutateAsync(undefined), { onError: showFailure })
  return (
    <section className={banner.banner} aria-label={m.impersonation_banner_label()}>
      <IconUserShield size={20} stroke={1.7} aria-hidden />
      <p className={banner.words}>
        <strong>{m.impersonation_banner({ name: fullName(member) })}</strong>{' '}
        <span className={banner.more}>{m.impersonation_banner_more()}</span>
      </p>
      <Button size="xs" color="white" c="coral.9" loading={end.isPending} onClick={leave}>
        {m.impersonation_exit()}
      </Button>
    </section>
  )
}
