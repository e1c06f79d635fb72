import { Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Member } from '#contract/members.ts'
import type { MembershipConfiguration, Organisation } from '#contract/organisations.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { formatPeriod } from '#web/ui/format.ts'
import { Initials } from '#web/ui/initials.tsx'
import { m } from '#words/messages.js'
import styles from './buy-membership.module.css'
import { isPlaceholder, type BuyValues } from './buy-values.ts'
import type { Covered } from './offer-list.tsx'
import { notForSaleWords } from './price-words.ts'

interface Props {
  form: UseFormReturnType<BuyValues>
  values: BuyValues
  member: Member
  clubs: readonly Organisation[]
  offers: readonly MembershipConfiguration[]
  covered: Covered
  loading: boolean
}

/** The club, and for each person what is bought in it. */
export function MembershipFields({ form, values, member, clubs, offers, covered, loading }: Props) {
  const clubField = form.getInputProps('orgId')
  return (
    <Stack gap="lg">
      <ChoiceField
        label={m.buy_club()}
        required
        data={[{ value: '', label: m.buy_select_club() }, ...clubs.map(({ id, name }) => ({ value: id, label: name }))]}
        key={form.key('orgId')}
        {...clubField}
        onChange={(event) => {
          clubField.onChange(event)
          for (const index of values.rows.keys()) form.setFieldValue(`rows.${index}.membershipConfId`, '')
        }}
      />
      {values.rows.map((row, index) => (
        <PersonRow
          key={row.memberId}
          name={row.memberId === member.id ? `${member.firstName} ${member.lastName}`.trim() : ''}
          isSelf={row.memberId === member.id}
          field={{
            key: form.key(`rows.${index}.membershipConfId`),
            props: form.getInputProps(`rows.${index}.membershipConfId`),
          }}
          chosen={offers.find(({ id }) => id === row.membershipConfId)}
          waitsFor={values.orgId === '' ? m.buy_membership_needs_club() : loading ? m.loading_label() : null}
          offers={offers}
          covered={covered}
        />
      ))}
    </Stack>
  )
}

interface RowProps {
  name: string
  isSelf: boolean
  field: { key: string; props: object }
  chosen: MembershipConfiguration | undefined
  /** Why there is nothing to choose from yet. */
  waitsFor: string | null
  offers: readonly MembershipConfiguration[]
  covered: Covered
}

function PersonRow({ name, isSelf, field, chosen, waitsFor, offers, covered }: RowProps) {
  const choices = offers.filter((offer) => !isPlaceholder(offer)).map((offer) => choice(offer, covered))
  return (
    <div className={styles.person}>
      <Group gap="sm" wrap="nowrap">
        <Initials name={name} size={44} light />
        <div className={styles.personName}>
          <Text fw={620}>{name}</Text>
          {isSelf && (
            <Text size="sm" c="dimmed">
              {m.buy_yourself()}
            </Text>
          )}
        </div>
      </Group>
      <ChoiceField
        label={m.buy_membership()}
        required
        disabled={waitsFor !== null}
        description={waitsFor ?? (chosen && formatPeriod(chosen.startDate, chosen.endDate))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[{ value: '', label: m.buy_select_membership() }, ...choices]}
        key={field.key}
        {...field.props}
      />
    </div>
  )
}

/** What cannot be bought stays in the list, with the reason. */
function choice(offer: MembershipConfiguration, covered: Covered) {
  const closed = notForSaleWords(offer, covered.get(offer.id))
  return { value: offer.id, label: closed ? `${offer.name} – ${closed}` : offer.name, disabled: closed !== null }
}
