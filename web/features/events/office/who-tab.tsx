import { Checkbox, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { LocalTime } from '#contract/fields.ts'
import { FieldInput, FieldPanel } from '#web/forms/fields.tsx'
import { NumberField } from '#web/ui/fields/money-field.tsx'
import { Local } from '#web/parts/local-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { momentWords } from '#web/ui/words/format.ts'
import { numberOf } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import type { Editor } from './event-form.ts'
import { type EventValues, whoWords } from './event-values.ts'

/** Who can come, when it can be seen and bought, and until when a paid place can be cancelled. */
export function WhoTab({ event, form, typed, fields, problemAt }: Editor) {
  const [isRefundable, setIsRefundable] = useState(typed.refundUntilHours !== '')
  const asksHours = isRefundable || typed.refundUntilHours !== ''
  const known = new Set(event.clubSeries.map(({ key }) => key))
  const series = [
    ...event.clubSeries.map(({ key, name }) => ({ key, name: <Local text={name} /> })),
    ...typed.memberSeries.filter((key) => !known.has(key)).map((key) => ({ key, name: key })),
  ]
  return (
    <Stack gap="lg">
      <Panel title={m.event_edit_who()}>
        <Stack gap="md">
          <Radio.Group
            key={form.key('who')}
            label={m.event_edit_who()}
            labelProps={{ display: 'none' }}
            {...form.getInputProps('who')}
          >
            <Group gap="12px 24px">
              {Object.entries(whoWords).map(([value, label]) => (
                <Radio key={value} value={value} label={label()} />
              ))}
            </Group>
          </Radio.Group>
          {series.length > 0 && (
            <Checkbox.Group
              key={form.key('memberSeries')}
              label={m.event_edit_series()}
              description={m.event_edit_series_hint()}
              {...form.getInputProps('memberSeries')}
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
          <FieldInput of={fields} name="onePerPerson" />
        </Stack>
      </Panel>
      <Panel title={m.event_registration()}>
        <FieldPanel
          of={fields}
          panel="sale"
          hints={{ saleFrom: m.event_edit_sale_from_hint(), saleUntil: m.event_edit_sale_until_hint() }}
          cols={{ base: 1, sm: 3 }}
        />
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
            <RefundField
              hours={typed.refundUntilHours}
              error={problemAt('refundUntilHours')}
              onChange={(hours) => form.setFieldValue('refundUntilHours', hours)}
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

interface RefundProps {
  readonly hours: string
  readonly error: string | undefined
  readonly onChange: (hours: string) => void
}

/** Asked in days; a rule of hours that make no whole days stays one of hours. */
function RefundField({ hours, error, onChange }: RefundProps) {
  const [text, setText] = useState(() => daysOf(hours) ?? hours)
  const [inDays] = useState(() => hours === '' || daysOf(hours) !== null)
  const hoursOf = (typed: string) => (inDays && /^\d+$/.test(typed.trim()) ? String(Number(typed) * 24) : typed)
  // Replaced from outside, such as by what somebody else saved.
  const shown = hoursOf(text) === hours ? text : ((inDays ? daysOf(hours) : null) ?? hours)
  return (
    <NumberField
      maw={280}
      label={inDays ? m.event_edit_refund_days() : m.event_edit_refund_hours()}
      value={shown}
      onChange={(typed) => {
        setText(typed)
        onChange(hoursOf(typed))
      }}
      data-path="refundUntilHours"
      error={error}
    />
  )
}

const daysOf = (hours: string): string | null =>
  /^\d+$/.test(hours) && Number(hours) % 24 === 0 ? String(Number(hours) / 24) : null

/** The rule as its buyers read it. */
function refundSentence({ refundUntilHours, startsAt }: EventValues): string {
  if (refundUntilHours === '' || !LocalTime.safeParse(startsAt).success)
    return m.event_edit_refund_says({ text: m.event_refund_none() })
  const until = new Date(Date.parse(`${startsAt}:00Z`) - numberOf(refundUntilHours) * 3_600_000)
  return m.event_edit_refund_says({ text: m.event_refund_until({ date: momentWords(until.toISOString(), 'UTC') }) })
}
