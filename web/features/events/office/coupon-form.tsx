import { Button, Checkbox, SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { couponFields, MOST_CODES, type OfficeCoupon } from '#contract/events/office-coupons.ts'
import { newToken } from '#web/api/client.ts'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { FormFoot } from '#web/forms/form-foot.tsx'
import { FieldInput, inputOf } from '#web/forms/fields.tsx'
import { LeaveGuard } from '#web/forms/leave-guard.tsx'
import { NumberField } from '#web/ui/fields/money-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { numberOf } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { useCouponChanges } from './coupon-queries.ts'
import {
  blankCoupon,
  type CouponEvent,
  couponLabels,
  type CouponValues,
  editedFields,
  errorsOf,
  fieldsOf,
  valuesOf,
} from './coupon-values.ts'
import { CouponTitle } from './listed-event.tsx'
import { couponFaultsOf } from './coupon-words.ts'

interface Props {
  readonly orgId: string
  /** Null for a new one. */
  readonly coupon: OfficeCoupon | null
  readonly events: readonly CouponEvent[]
  /** A new one is for this event. */
  readonly eventId: string | undefined
  readonly onDone: () => void
}

/** The form of a discount code, or of a batch. What was typed survives a refusal, a reload and another's change. */
export function CouponForm({ orgId, coupon, events, eventId = '', onDone }: Props) {
  const { save } = useCouponChanges(orgId)
  const [token] = useState(newToken)
  const state = useEditedForm<CouponValues, OfficeCoupon>({
    name: `coupon ${coupon?.id ?? orgId}`,
    record: coupon,
    valuesOf: (one) => (one ? valuesOf(one) : { ...blankCoupon, eventId }),
    fieldsOf: (values) => editedFields(values, events),
    validate: errorsOf,
    send: (values, version) =>
      save.mutateAsync({
        fields: fieldsOf(values),
        made: {
          code: values.kind === 'own' ? values.code.trim() : null,
          count: values.kind === 'batch' ? numberOf(values.count) : 1,
          token,
        },
        base: coupon && { id: coupon.id, version: Number(version) },
      }),
    inputOf: (path) => inputOf(couponFields, path),
    refused: (problem) =>
      Object.fromEntries(couponFaultsOf(problem).map(({ path, words }) => [inputOf(couponFields, path), words])),
    savedWords: ({ code, codes }) => (codes === null ? m.codes_saved({ code }) : m.codes_saved_batch({ count: codes })),
    onSaved: onDone,
  })
  const { form, formId, busy, typed } = state
  const field = (path: keyof CouponValues) => ({ size: 'md' as const, ...form.getInputProps(path) })
  const of = { fields: couponFields, labels: couponLabels, form }
  const isBatch = typed.kind === 'batch'
  const offered = events.filter(({ id, over }) => !over || id === typed.eventId)
  const categories = offered.find(({ id }) => id === typed.eventId)?.categories ?? []
  const gone = coupon && typed.eventId === (coupon.fields.eventId ?? '') ? coupon.goneCategories : []
  const title = coupon ? m.codes_form_edit() : m.codes_new()
  return (
    <Stack gap="lg">
      <PageHeader title={title} subtitle={coupon && <CouponTitle coupon={coupon} />} />
      <form id={formId} noValidate aria-label={title} onSubmit={state.submit}>
        <LeaveGuard dirty={state.isUnsaved} />
        <Stack gap="lg" maw={860}>
          {!coupon && (
            <Panel title={m.codes_part_code()}>
              <SegmentedControl
                aria-label={m.codes_part_code()}
                data={[
                  { value: 'own', label: m.codes_kind_own() },
                  { value: 'made', label: m.codes_kind_made() },
                  { value: 'batch', label: m.codes_kind_batch() },
                ]}
                key={form.key('kind')}
                {...form.getInputProps('kind')}
              />
              {typed.kind === 'own' && (
                <TextInput
                  required
                  withAsterisk
                  mt="md"
                  maw={420}
                  label={m.codes_code()}
                  limit={40}
                  autoComplete="off"
                  description={m.codes_code_hint()}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  key={form.key('code')}
                  {...field('code')}
                />
              )}
              {typed.kind === 'made' && <Text mt="md">{m.codes_made_explained()}</Text>}
              {isBatch && (
                <NumberField
                  required
                  withAsterisk
                  mt="md"
                  maw={260}
                  label={m.codes_count()}
                  description={m.codes_count_hint({ most: MOST_CODES })}
                  key={form.key('count')}
                  {...field('count')}
                />
              )}
            </Panel>
          )}
          <Panel title={m.codes_part_what()}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <FieldInput of={of} name="name" hint={m.codes_name_hint()} />
            </SimpleGrid>
            <SegmentedControl
              mt="md"
              aria-label={m.codes_worth()}
              data={[
                { value: 'percent', label: m.copy_percent() },
                { value: 'amount', label: m.codes_worth_amount() },
              ]}
              key={form.key('worth')}
              {...form.getInputProps('worth')}
            />
            {typed.worth === 'percent' ? (
              <FieldInput of={of} name="percent" mt="md" maw={260} unit="%" hint={m.codes_percent_hint()} />
            ) : (
              <FieldInput of={of} name="amount" mt="md" maw={260} hint={m.codes_amount_hint()} />
            )}
          </Panel>
          <Panel title={m.codes_part_where()}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <Select
                label={m.codes_event()}
                searchable
                allowDeselect={false}
                nothingFoundMessage={m.codes_event_none()}
                data={[
                  { value: '', label: m.codes_event_all() },
                  ...offered.map((event) => ({ value: event.id, label: event.title })),
                ]}
                key={form.key('eventId')}
                {...field('eventId')}
                onChange={(chosen) => {
                  // Another event has other categories.
                  const saved = coupon?.fields
                  const own = chosen !== '' && chosen === saved?.eventId ? saved?.categories : null
                  // Without drawing anew the field that it is chosen in.
                  form.setFieldValue('eventId', chosen ?? '', { forceUpdate: false })
                  form.setFieldValue('categories', own ?? [])
                }}
              />
              {categories.length + gone.length > 0 && (
                <Checkbox.Group
                  label={m.codes_categories()}
                  description={m.codes_categories_all()}
                  key={form.key('categories')}
                  {...field('categories')}
                >
                  <Stack gap="xs" mt="xs">
                    {categories.map(({ key, name }) => (
                      <Checkbox key={key} value={key} label={name} />
                    ))}
                    {gone.map((key) => (
                      <Checkbox key={key} value={key} label={m.codes_category_gone({ key })} />
                    ))}
                  </Stack>
                </Checkbox.Group>
              )}
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="md">
              <FieldInput of={of} name="validFrom" />
              <FieldInput of={of} name="validUntil" hint={m.codes_valid_hint()} />
            </SimpleGrid>
          </Panel>
          {!isBatch && (
            <Panel title={m.codes_part_limits()}>
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" maw={520}>
                <FieldInput of={of} name="totalLimit" hint={m.codes_limit_hint()} />
                <FieldInput of={of} name="perMemberLimit" hint={m.codes_limit_hint()} />
              </SimpleGrid>
              <FieldInput of={of} name="listed" mt="md" hint={m.codes_listed_hint()} />
            </Panel>
          )}
          <FormFoot state={state} failedTitle={m.codes_not_saved()}>
            <Button variant="default" size="md" onClick={onDone} disabled={busy}>
              {m.action_cancel()}
            </Button>
            <Button type="submit" size="md" loading={busy}>
              {coupon ? m.codes_save() : isBatch ? m.codes_make_batch() : m.codes_make()}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Stack>
  )
}
