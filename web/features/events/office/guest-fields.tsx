import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import type * as z from 'zod/mini'
import { GuestFields } from '#contract/events/registrations.ts'
import '#web/ui/fields/field-words.ts'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** A guest as typed. */
export const emptyGuest = { firstName: '', lastName: '', email: '', phone: '', dateOfBirth: '', consent: false }
type Guest = typeof emptyGuest
type Errors = Partial<Record<keyof Guest, string>>

/** The typed guest as it is sent, or its errors. */
export function guestOf(guest: Guest): { fields: z.infer<typeof GuestFields> | null; errors: Errors } {
  const read = GuestFields.safeParse({
    ...guest,
    email: guest.email.trim() || null,
    dateOfBirth: guest.dateOfBirth || null,
  })
  const errors: Errors = Object.fromEntries(
    (read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]).toReversed(),
  )
  if (!guest.consent) errors.consent = m.registrations_add_guest_consent_missing()
  if (guest.dateOfBirth > today()) errors.dateOfBirth = m.profile_birthday_future()
  return { fields: read.success && Object.keys(errors).length === 0 ? read.data : null, errors }
}

interface Props {
  readonly value: Guest
  readonly errors: Errors
  readonly onChange: (guest: Guest) => void
}

/** Somebody who is nobody's member, by name. */
export function GuestFieldset({ value, errors, onChange }: Props) {
  const field = (name: Exclude<keyof Guest, 'consent'>) => ({
    size: 'md' as const,
    value: value[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...value, [name]: currentTarget.value }),
  })
  return (
    <>
      <SimpleGrid minColWidth="min(100%, 180px)" autoFlow="auto-fit" spacing="md">
        <TextInput label={m.profile_first_name()} required {...field('firstName')} data-autofocus />
        <TextInput label={m.profile_last_name()} required {...field('lastName')} />
      </SimpleGrid>
      <TextInput
        type="email"
        label={m.registrations_add_guest_email()}
        description={m.registrations_add_guest_email_hint()}
        {...field('email')}
      />
      <SimpleGrid minColWidth="min(100%, 180px)" autoFlow="auto-fit" spacing="md">
        <TextInput type="tel" label={m.registrations_add_guest_phone()} {...field('phone')} />
        <TextInput type="date" min="1900-01-01" label={m.registrations_add_guest_born()} {...field('dateOfBirth')} />
      </SimpleGrid>
      <Checkbox
        label={m.registrations_add_guest_consent()}
        checked={value.consent}
        error={errors.consent}
        onChange={({ currentTarget }) => onChange({ ...value, consent: currentTarget.checked })}
      />
    </>
  )
}
