import { ActionIcon, Badge, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '#web/ui/icons/index.ts'
import { categoryFields, type EditedEvent, phaseFields } from '#contract/events/office.ts'
import type { LocalText } from '#contract/local-text.ts'
import { blankOf, FieldInput, rowForm } from '#web/forms/fields.tsx'
import { langIn, readersText } from '#web/parts/local-text.tsx'
import { m } from '#words/messages.js'
import c from './event-editor.module.css'
import type { Editor } from './event-form.ts'
import type { CategoryValues, PhaseValues, PoolValues } from './event-values.ts'
import { categoryLabels, phaseLabels } from './event-words.ts'
import { fieldAt, type MoveBy, MoveButtons, useRowFocus } from './moved-rows.tsx'

interface Props {
  readonly category: CategoryValues
  readonly at: number
  readonly isLast: boolean
  readonly pools: readonly PoolValues[]
  readonly sold: EditedEvent['soldByCategory'][number] | undefined
  readonly problemAt: Editor['problemAt']
  readonly onChange: (category: CategoryValues) => void
  readonly onMove: (by: MoveBy) => void
  readonly onRemove: () => void
}

/** A category: whom it is for, what it costs, and its earlier prices below it. */
export function CategoryRow({ category, at, isLast, pools, sold, problemAt, onChange, onMove, onRemove }: Props) {
  const name = categoryName(category)
  const path = `categories.${at}`
  const set = (next: Partial<CategoryValues>) => onChange({ ...category, ...next })
  const of = rowForm({ fields: categoryFields, labels: categoryLabels, path }, category, set, problemAt)
  const taken = sold ? sold.sold + sold.held : 0
  const phases = category.phases
  const problem = problemAt(path)
  const focusOn = useRowFocus()
  const addPhase = () => {
    focusOn(fieldAt(`${path}.phases.${phases.length}.name`))
    set({ phases: [...phases, newPhase(category)] })
  }
  return (
    <Stack
      component="fieldset"
      gap="sm"
      className={c.category ?? ''}
      data-closed={category.closed || undefined}
      data-path={path}
      aria-label={name}
    >
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Title order={3} size="h4" lang={langIn(textOf(category))}>
            {name}
          </Title>
          {category.closed && <Badge color="gray">{m.event_edit_stopped()}</Badge>}
          {taken > 0 && (
            <Text size="sm" c="dimmed">
              {m.office_events_sold({ sold: sold!.sold })}
              {sold!.held > 0 && `, ${m.office_events_held({ held: sold!.held })}`}
            </Text>
          )}
        </Group>
        <Group gap={6}>
          <MoveButtons {...{ name, at, isLast, onMove }} />
          <Button
            variant="default"
            size="xs"
            onClick={() => set({ closed: !category.closed })}
            aria-label={category.closed ? m.event_edit_resume_named({ name }) : m.event_edit_stop_named({ name })}
          >
            {category.closed ? m.event_edit_resume() : m.event_edit_stop()}
          </Button>
          {!sold?.hasEntries && taken === 0 && !problem && (
            <ActionIcon variant="default" onClick={onRemove} aria-label={m.event_edit_remove({ name })}>
              <IconTrash size={17} stroke={1.7} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <FieldInput of={of} name="name" size="sm" />
      </SimpleGrid>
      <SimpleGrid minColWidth="min(100%, 8rem)" autoFlow="auto-fit" spacing="sm">
        <FieldInput of={of} name="price" size="sm" />
        <FieldInput of={of} name="memberPrice" size="sm" />
        <FieldInput of={of} name="capacity" size="sm" hint={leastWords(taken)} />
        <FieldInput of={of} name="minAge" size="sm" />
        <FieldInput of={of} name="maxAge" size="sm" />
        {(pools.length > 0 || problemAt(`${path}.poolId`)) && (
          <FieldInput
            of={of}
            name="poolId"
            size="sm"
            data={[
              { value: '', label: m.event_edit_pool_none() },
              ...pools.map((pool) => ({ value: pool.id, label: pool.name || m.event_edit_pool() })),
            ]}
          />
        )}
      </SimpleGrid>
      <FieldInput of={of} name="membersOnly" />
      {sold && sold.atOtherPrice > 0 && (
        <Text size="sm" role="status">
          {m.event_edit_other_price({ count: sold.atOtherPrice })}
        </Text>
      )}
      {taken > 0 && (
        <Text size="sm" c="dimmed">
          {m.event_edit_price_from_now()}
        </Text>
      )}
      {phases.length > 0 && (
        <Stack gap="sm" role="group" aria-label={m.event_edit_phases_of({ name })}>
          {phases.map((phase, n) => (
            <PhaseRow
              key={phase.id}
              phase={phase}
              hasMemberPrice={category.memberPrice.trim() !== ''}
              path={`${path}.phases.${n}`}
              problemAt={problemAt}
              onChange={(next) => set({ phases: phases.with(n, next) })}
              onRemove={() => set({ phases: phases.toSpliced(n, 1) })}
            />
          ))}
        </Stack>
      )}
      <Group>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.7} />}
          disabled={phases.length >= 6}
          onClick={addPhase}
          aria-label={m.event_edit_phase_add_to({ name })}
        >
          {m.event_edit_phase_add()}
        </Button>
      </Group>
    </Stack>
  )
}

/** A place that is sold or reserved cannot be taken away. */
export const leastWords = (taken: number) => (taken > 0 ? m.event_edit_least({ count: taken }) : undefined)

const textOf = ({ nameDa: da, nameEn: en }: Pick<PhaseValues, 'nameDa' | 'nameEn'>): LocalText => ({
  da: da.trim(),
  ...(en.trim() && { en: en.trim() }),
})

const nameOf = (names: Parameters<typeof textOf>[0]) => readersText(textOf(names))

export const categoryName = (category: CategoryValues) => nameOf(category) || m.event_edit_category_untitled()

/** Starts from the price that it is an earlier one of. */
const newPhase = ({ price }: CategoryValues): PhaseValues => ({
  id: crypto.randomUUID(),
  ...blankOf(phaseFields),
  price,
})

interface PhaseRowProps {
  readonly phase: PhaseValues
  /** Of its category. */
  readonly hasMemberPrice: boolean
  readonly path: string
  readonly problemAt: Editor['problemAt']
  readonly onChange: (phase: PhaseValues) => void
  readonly onRemove: () => void
}

function PhaseRow({ phase, hasMemberPrice, path, problemAt, onChange, onRemove }: PhaseRowProps) {
  const name = nameOf(phase) || m.event_edit_phase_untitled()
  const set = (next: Partial<PhaseValues>) => onChange({ ...phase, ...next })
  const of = rowForm({ fields: phaseFields, labels: phaseLabels, path }, phase, set, problemAt)
  return (
    <Stack component="fieldset" gap="xs" className={c.phase ?? ''} aria-label={name}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <FieldInput of={of} name="name" size="sm" />
      </SimpleGrid>
      <SimpleGrid minColWidth="min(100%, 200px)" autoFlow="auto-fit" spacing="sm">
        <FieldInput of={of} name="price" size="sm" />
        <FieldInput
          of={of}
          name="memberPrice"
          size="sm"
          hint={hasMemberPrice && phase.memberPrice.trim() === '' ? m.event_edit_phase_member_price() : undefined}
        />
        <FieldInput of={of} name="until" size="sm" />
        <FieldInput of={of} name="places" size="sm" />
        <Group align="flex-start" pt={{ base: 0, sm: 26 }}>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} stroke={1.7} />}
            onClick={onRemove}
            aria-label={m.event_edit_remove({ name })}
          >
            {m.image_remove()}
          </Button>
        </Group>
      </SimpleGrid>
    </Stack>
  )
}
