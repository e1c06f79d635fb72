import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { lazy, Suspense } from 'react'
import type { Member } from '#contract/members.ts'
import type { MembershipConfiguration, Organisation } from '#contract/organisations.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { formatPeriod } from '#web/ui/format.ts'
import { m } from '#words/messages.js'
import styles from './buy-membership.module.css'
import { isPlaceholder, type BuyValues } from './buy-values.ts'
import type { Covered } from './offer-list.tsx'
import { personName, PersonPicture } from './person-picture.tsx'
import { notForSaleWords } from './price-words.ts'

const PeopleFields = lazy(async () => ({ default: (await import('./people-fields.tsx')).PeopleFields }))

interface Props {
  form: UseFormReturnType<BuyValues>
  values: BuyValues
  /** The buyer first, then everybody for whom they may buy. */
  people: readonly Member[]
  /** Whether all of them are known. */
  peopleKnown: boolean
  buyerId: string
  wantedId: string | undefined
  clubs: readonly Organisation[]
  offers: readonly MembershipConfiguration[]
  coveredFor: (memberId: string) => Covered
  loading: boolean
}

/** The club, and for each person what is bought in it. */
export function MembershipFields({ form, values, people, peopleKnown, buyerId, clubs, offers, ...props }: Props) {
  const { wantedId, coveredFor, loading } = props
  // Most members buy for themselves.
  const others = people.length > 1 || values.rows.some(({ memberId }) => memberId !== buyerId)
  const clubField = form.getInputProps('orgId')
  return (
    <Stack gap="lg">
      {peopleKnown && others && (
        <Suspense fallback={<Skeleton height={74} radius="md" />}>
          <PeopleFields
            people={people}
            buyerId={buyerId}
            rows={values.rows}
            wantedId={wantedId}
            onChange={(rows) => form.setFieldValue('rows', rows)}
          />
        </Suspense>
      )}
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
          person={people.find(({ id }) => id === row.memberId)}
          isSelf={row.memberId === buyerId}
          field={{
            key: form.key(`rows.${index}.membershipConfId`),
            props: form.getInputProps(`rows.${index}.membershipConfId`),
          }}
          chosen={offers.find(({ id }) => id === row.membershipConfId)}
          waitsFor={values.orgId === '' ? m.buy_membership_needs_club() : loading ? m.loading_label() : null}
          offers={offers}
          covered={coveredFor(row.memberId)}
        />
      ))}
    </Stack>
  )
}

interface RowProps {
  person: Member | undefined
  isSelf: boolean
  field: { key: string; props: object }
  chosen: MembershipConfiguration | undefined
  /** Why there is nothing to choose from yet. */
  waitsFor: string | null
  offers: readonly MembershipConfiguration[]
  covered: Covered
}

function PersonRow({ person, isSelf, field, chosen, waitsFor, offers, covered }: RowProps) {
  const name = person ? personName(person) : ''
  const choices = offers.filter((offer) => !isPlaceholder(offer)).map((offer) => choice(offer, covered))
  return (
    <div className={styles.person}>
      <Group gap="sm" wrap="nowrap">
        {person && <PersonPicture person={person} size={44} />}
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
        aria-label={isSelf ? undefined : m.buy_membership_for({ name })}
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
