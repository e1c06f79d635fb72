import { Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { UseFormReturnType } from '@mantine/form'
import type { Member } from '#contract/members.ts'
import type { MembershipConfiguration } from '#contract/organisations.ts'
import { fullName } from '#web/features/members/words.ts'
import { useMemberImage } from '#web/api/files.ts'
import { Initials } from '#web/ui/initials.tsx'
import { BirthDateField } from '#web/features/members/birth-date-field.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { ClubField } from '#web/ui/fields/club-field.tsx'
import { agesWords, asksBirthDate, daysLeftWords, endingSoonLast, trialWords } from '#web/features/orders/words.ts'
import { formatMoney, formatPeriod } from '#web/ui/words/format.ts'
import { type BasketRow, type BuyValues, isPlaceholder, type Shops } from '#web/features/orders/checkout/basket.ts'
import { m } from '#words/messages.js'
import styles from './buy-membership.module.css'
import { withClub } from './basket-rows.ts'

interface Props {
  person: Member | undefined
  isSelf: boolean
  children: ReactNode
}

export function PersonRows({ person, isSelf, children }: Props) {
  const name = person ? fullName(person) : ''
  return (
    <Stack className={styles.person} role="group" aria-label={name}>
      <Group gap="sm" wrap="nowrap">
        {person && <PersonPicture person={person} size={44} />}
        <div>
          <Text fw={620}>{name}</Text>
          {isSelf && (
            <Text size="sm" c="dimmed">
              {m.buy_yourself()}
            </Text>
          )}
        </div>
      </Group>
      {children}
    </Stack>
  )
}

export const PersonPicture = ({ person, size }: { person: Member; size: number }) => (
  <Initials name={fullName(person)} size={size} light image={useMemberImage(person)} />
)

interface LineFieldsProps {
  form: UseFormReturnType<BuyValues>
  /** Index in the basket. */
  index: number
  shops: Shops
  person: Member | undefined
  /** Accessible names, where the visible label does not name the person. */
  labels?: { readonly club?: string | undefined; readonly membership?: string | undefined }
  focused?: boolean
  onChange: (rows: BasketRow[]) => void
  children?: ReactNode
}

/** One row: the club and the membership. */
export function LineFields({
  form,
  index,
  shops,
  person,
  labels,
  focused = false,
  onChange,
  children,
}: LineFieldsProps) {
  const { rows } = form.values
  const row = rows[index]!
  const offers = shops.offersOf(row.orgId)
  const chosen = offers?.find(({ id }) => id === row.membershipConfId)
  const hint = row.orgId === '' ? m.buy_membership_needs_club() : offers ? null : m.loading_label()
  const alone = rows.length === 1
  return (
    <div className={styles.choice} data-removable={Boolean(children)}>
      <ClubField
        label={m.buy_club()}
        aria-label={labels?.club}
        required={alone}
        ref={useFocused(focused)}
        choices={shops.choices}
        none={m.buy_select_club()}
        {...form.getInputProps(`rows.${index}.orgId`)}
        value={row.orgId}
        onChange={(orgId) => onChange(withClub(rows, index, orgId))}
      />
      <ChoiceField
        label={m.buy_membership()}
        aria-label={labels?.membership}
        required={alone}
        disabled={hint !== null}
        description={hint ?? (chosen && !isPlaceholder(chosen) ? offerWords(chosen, row.memberId) : undefined)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          { value: '', label: m.buy_select_membership() },
          ...endingSoonLast(offers ?? [])
            .filter((offer) => !isPlaceholder(offer))
            .map((offer) => choice(offer, row, shops)),
        ]}
        {...form.getInputProps(`rows.${index}.membershipConfId`)}
      />
      {chosen && asksBirthDate(chosen, row.memberId) && (
        <div style={{ gridColumn: '1 / -1' }}>{person && <BirthDateField person={person} />}</div>
      )}
      {children}
    </div>
  )
}

function useFocused(focused: boolean) {
  const field = useRef<HTMLSelectElement & HTMLInputElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  return field
}

function offerWords(offer: MembershipConfiguration, memberId: string): string {
  const { startDate, endDate, parts } = offer
  const trial = offer.endsTrial.find((one) => one.memberId === memberId)
  const facts = [formatPeriod(startDate, endDate), daysLeftWords(offer), agesWords(offer), formatMoney(parts.total)]
  return [facts.filter(Boolean).join(' · '), trial && trialWords(trial)].filter(Boolean).join('. ')
}

/** Offers that cannot be bought are listed as disabled, with the reason. */
function choice(offer: MembershipConfiguration, { memberId }: BasketRow, shops: Shops) {
  const closed = shops.closedFor(memberId, offer)
  return {
    value: offer.id,
    label: [offer.name, closed?.words ?? daysLeftWords(offer)].filter(Boolean).join(' – '),
    disabled: closed !== undefined,
  }
}
