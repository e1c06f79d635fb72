import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import { PreviewViewer } from '#contract/events/preview.ts'
import { LocalTime } from '#contract/fields.ts'
import { type EditedEvent, type EventFields } from '#contract/events/office.ts'
import { paths } from '#web/paths.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { NumberField } from '#web/ui/fields/money-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { clockOf, momentWords } from '#web/ui/words/format.ts'
import { readNumber } from '#web/ui/words/typed-amount.ts'
import { readersText } from '#web/parts/local-text.tsx'
import { m } from '#words/messages.js'
import type { EventClub } from './event-form.ts'
import { MemberSearch } from './member-search.tsx'
import type { PreviewLook } from './queries.ts'

interface Props {
  readonly club: EventClub
  readonly event: EditedEvent
  readonly mayFind: boolean
  readonly look: PreviewLook
  /** Of the person whose page is shown. */
  readonly name: string | undefined
  /** The moment that the page is of. */
  readonly at: string | undefined
  readonly onLook: (look: PreviewLook) => void
}

const viewerWords: Readonly<Record<PreviewViewer, () => string>> = {
  visitor: m.event_preview_as_visitor,
  guest: m.event_preview_as_guest,
  member: m.event_preview_member,
  parent: m.event_preview_as_parent,
}

/** Who looks at the page, and when. */
export function PreviewControls({ club, event, mayFind, look, name, at, onLook }: Props) {
  const [finding, setFinding] = useState(look.person !== undefined)
  const onAs = (value: string) => {
    setFinding(value === 'person')
    if (value !== 'person') onLook({ ...look, as: PreviewViewer.parse(value), age: undefined, person: undefined })
  }
  const hasAge = !finding && look.as !== 'visitor'
  return (
    <Panel
      title={m.event_preview_title()}
      subtitle={event.status === 'draft' ? m.event_preview_draft() : m.event_preview_explained()}
      actions={
        <ButtonLink
          to={paths.officeEvent(club.key, event.id)}
          variant="default"
          leftSection={<IconArrowLeft size={18} stroke={1.7} />}
        >
          {m.event_preview_back()}
        </ButtonLink>
      }
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          <ChoiceField
            label={m.event_preview_as()}
            value={finding ? 'person' : look.as}
            onChange={({ currentTarget: { value } }) => onAs(value)}
            data={[
              ...PreviewViewer.options.map((one) => ({ value: one as string, label: viewerWords[one]() })),
              ...(mayFind ? [{ value: 'person', label: m.event_preview_as_person() }] : []),
            ]}
          />
          {hasAge && (
            <NumberField
              key={look.as}
              label={look.as === 'parent' ? m.event_preview_age_child() : m.event_preview_age()}
              defaultValue={String(look.age ?? (look.as === 'parent' ? 10 : 35))}
              onChange={(text) => {
                const age = readNumber(text)
                if (age.kind === 'blank') onLook({ ...look, age: undefined })
                else if (age.kind === 'read' && age.value <= 120) onLook({ ...look, age: age.value })
              }}
            />
          )}
          <TimeOfLook key={event.id} fields={event.fields} look={look} onLook={onLook} />
        </SimpleGrid>
        {finding && (
          <MemberSearch
            ofEvent={{ orgId: club.id, eventId: event.id }}
            value={look.person ?? ''}
            description={name ? m.event_preview_chosen({ name }) : m.event_preview_alone()}
            onChange={(person) => onLook({ ...look, person, age: undefined })}
          />
        )}
        {/* The moments at which the page changes. */}
        <Group gap={8} role="group" aria-label={m.event_preview_moments()}>
          {momentsOf(event.fields).map((one) => (
            <Button
              key={`${one.label} ${one.at}`}
              size="xs"
              variant={look.at === one.at ? 'light' : 'default'}
              aria-pressed={look.at === one.at}
              onClick={() => onLook({ ...look, at: one.at })}
            >
              {one.label}
            </Button>
          ))}
        </Group>
        <Text size="sm" c="dimmed" role="status" mih={20}>
          {at && m.event_preview_shown({ date: momentWords(at, event.fields.timeZone) })}
        </Text>
      </Stack>
    </Panel>
  )
}

type LookProps = Pick<Props, 'look' | 'onLook'> & { readonly fields: EventFields }

const clockAt = (timeZone: string) => clockOf(new Date(), timeZone).slice(0, 16).replace(' ', 'T')

/** A time is taken once it is whole; an empty field is now. */
function TimeOfLook({ fields, look, onLook }: LookProps) {
  const { at } = look
  const [typed, setTyped] = useState<{ readonly text: string; readonly of: string | undefined }>()
  const text = typed && typed.of === at ? typed.text : (at ?? clockAt(fields.timeZone))
  return (
    <TextInput
      type="datetime-local"
      label={m.event_preview_at()}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        const next = LocalTime.safeParse(value).data
        setTyped({ text: value, of: next ?? at })
        if (next) onLook({ ...look, at: next })
      }}
    />
  )
}

function momentsOf(fields: EventFields): { label: string; at: string | undefined }[] {
  const { publicFrom, saleFrom, saleUntil, endsAt, categories } = fields
  const phases = categories.flatMap((category) => category.phases)
  const ends = new Map(phases.flatMap(({ name, until }) => (until ? [[until, readersText(name)] as const] : [])))
  return [
    { label: m.event_preview_now(), at: undefined },
    { label: m.event_preview_public(), at: publicFrom },
    ...(saleFrom ? [{ label: m.event_preview_sale(), at: saleFrom }] : []),
    ...[...ends].map(([at, name]) => ({ label: m.event_preview_after({ name }), at })).toSorted(byTime),
    ...(saleUntil ? [{ label: m.event_preview_closed(), at: saleUntil }] : []),
    { label: m.event_preview_over(), at: endsAt },
  ]
}

const byTime = (a: { at: string }, b: { at: string }) => a.at.localeCompare(b.at)
