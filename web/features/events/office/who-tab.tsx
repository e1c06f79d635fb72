import { Checkbox, Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { textIn } from '#contract/local-text.ts'
import { LocalTime } from '#contract/office-events.ts'
import { NumberField } from '#web/ui/fields/money-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { momentWords } from '#web/ui/words/format.ts'
import { numberOf } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import type { Editor } from './editor.ts'
import { type EventValues, whoWords } from './event-values.ts'

/** Who can come, when it can be seen and bought, and until when a paid place can be cancelled. */
export function WhoTab({ event, form, typed, problemAt }: Editor) {
  const time = (path: 'publicFrom' | 'saleFrom' | 'saleUntil') => ({
    type: 'datetime-local',
    size: 'md' as const,
    ...form.getInputProps(path),
    error: problemAt(path),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  })
  const [isRefundable, setIsRefundable] = useState(typed.refundUntilHours !== '')
  const asksHours = isRefundable || typed.refundUntilHours !== ''
  const known = new Set(event.clubSeries.map(({ key }) => key))
  const series = [
    ...event.clubSeries.map(({ key, name }) => ({ key, name: textIn(name, getLocale()) })),
    ...typed.series.filter((key) => !known.has(key)).map((key) => ({ key, name: key })),
  ]
  return (
    <Stack gap="lg">
      <Panel title={m.event_edit_who()}>
        <Stack gap="md">
          <Radio.Group key={form.key('who')} aria-label={m.event_edit_who()} {...form.getInputProps('who')}>
            <Group gap="12px 24px">
              {Object.entries(whoWords).map(([value, label]) => (
                <Radio key={value} value={value} label={label()} />
              ))}
            </Group>
          </Radio.Group>
          {series.length > 0 && (
            <Checkbox.Group
              key={form.key('series')}
              label={m.event_edit_series()}
              description={m.event_edit_series_hint()}
              {...form.getInputProps('series')}
              data-path="memberSeries"
              error={problemAt('memberSeries')}
            >
              <Group gap="8px 20px" mt={6}>
                {series.map(({ key, name }) => (
                  <Checkbox key={key} value={key} label={name} />
                ))}
              </Group>
            </Checkbox.Group>
          )}
          <Checkbox
            key={form.key('onePerPerson')}
            label={m.event_edit_one_each()}
            {...form.getInputProps('onePerPerson', { type: 'checkbox' })}
          />
        </Stack>
      </Panel>
      <Panel title={m.event_registration()}>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
          <TextInput
            required
            withAsterisk
            label={m.event_edit_public_from()}
            key={form.key('publicFrom')}
            {...time('publicFrom')}
          />
          <TextInput
            label={m.event_edit_sale_from()}
            description={m.event_edit_sale_from_hint()}
            key={form.key('saleFrom')}
            {...time('saleFrom')}
          />
          <TextInput
            label={m.event_edit_sale_until()}
            description={m.event_edit_sale_until_hint()}
            key={form.key('saleUntil')}
            {...time('saleUntil')}
          />
        </SimpleGrid>
      </Panel>
      <Panel title={m.event_edit_refund()}>
        <Stack gap="md">
          <Checkbox
            label={m.event_edit_refund_allowed()}
            checked={asksHours}
            onChange={({ currentTarget: { checked } }) => {
              setIsRefundable(checked)
              form.setFieldValue('refundUntilHours', checked ? '48' : '')
            }}
          />
          {asksHours && (
            <NumberField
              maw={240}
              label={m.event_edit_refund_hours()}
              value={typed.refundUntilHours}
              onChange={(text) => form.setFieldValue('refundUntilHours', text)}
              data-path="refundUntilHours"
              error={problemAt('refundUntilHours')}
            />
          )}
          <Text size="sm" c="dimmed" aria-live="polite">
            {refundSentence(typed)}
          </Text>
        </Stack>
      </Panel>
    </Stack>
  )
}

/** The rule as its buyers read it. */
function refundSentence({ refundUntilHours, startsAt }: EventValues): string {
  if (refundUntilHours === '' || !LocalTime.safeParse(startsAt).success)
    return m.event_edit_refund_says({ text: m.event_refund_none() })
  const until = new Date(Date.parse(`${startsAt}:00Z`) - numberOf(refundUntilHours) * 3_600_000)
  return m.event_edit_refund_says({ text: m.event_refund_until({ date: momentWords(until.toISOString(), 'UTC') }) })
}
