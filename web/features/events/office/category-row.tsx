import { ActionIcon, Badge, Button, Checkbox, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { EditedEvent } from '#contract/events/office.ts'
import { type LocalText, textIn } from '#contract/local-text.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { MoneyField, NumberField } from '#web/ui/fields/money-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { langIn } from '#web/parts/local-text.tsx'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import c from './event-editor.module.css'
import type { Editor } from './event-form.ts'
import type { CategoryValues, PhaseValues, PoolValues } from './event-values.ts'

interface Props {
  readonly category: CategoryValues
  readonly at: number
  readonly isLast: boolean
  readonly pools: readonly PoolValues[]
  readonly sold: EditedEvent['soldByCategory'][number] | undefined
  readonly problemAt: Editor['problemAt']
  readonly onChange: (category: CategoryValues) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** A category: whom it is for, what it costs, and its earlier prices below it. */
export function CategoryRow({ category, at, isLast, pools, sold, problemAt, onChange, onMove, onRemove }: Props) {
  const name = nameOf(category) || m.event_edit_category_untitled()
  const path = `categories.${at}`
  const set = (next: Partial<CategoryValues>) => onChange({ ...category, ...next })
  const shared = { path, problemAt }
  const taken = sold ? sold.sold + sold.held : 0
  const phases = category.phases
  const problem = problemAt(path)
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
          <ActionIcon
            variant="default"
            disabled={at === 0}
            onClick={() => onMove(-1)}
            aria-label={m.event_edit_up({ name })}
          >
            <IconArrowUp size={17} stroke={1.7} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            disabled={isLast}
            onClick={() => onMove(1)}
            aria-label={m.event_edit_down({ name })}
          >
            <IconArrowDown size={17} stroke={1.7} />
          </ActionIcon>
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
      <Names values={category} {...shared} onChange={set} />
      <SimpleGrid minColWidth="min(100%, 8rem)" autoFlow="auto-fit" spacing="sm">
        <Prices values={category} {...shared} onChange={set} />
        <Places
          label={m.event_places()}
          path={`${path}.capacity`}
          value={category.capacity}
          taken={taken}
          error={problemAt(`${path}.capacity`)}
          onChange={(capacity) => set({ capacity })}
        />
        <Whole label={m.event_edit_min_age()} field="minAge" values={category} {...shared} onChange={set} />
        <Whole label={m.event_edit_max_age()} field="maxAge" values={category} {...shared} onChange={set} />
        {pools.length > 0 && (
          <ChoiceField
            label={m.event_edit_pool()}
            value={category.poolId}
            onChange={({ currentTarget: { value } }) => set({ poolId: value })}
            data={[
              { value: '', label: m.event_edit_pool_none() },
              ...pools.map((pool) => ({ value: pool.id, label: pool.name || m.event_edit_pool() })),
            ]}
            data-path={`${path}.poolId`}
            error={problemAt(`${path}.poolId`)}
          />
        )}
      </SimpleGrid>
      <Checkbox
        label={m.event_edit_members_only()}
        checked={category.membersOnly}
        onChange={({ currentTarget: { checked } }) => set({ membersOnly: checked })}
      />
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
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
          disabled={phases.length >= 6}
          onClick={() => set({ phases: [...phases, newPhase(category)] })}
          aria-label={m.event_edit_phase_add_to({ name })}
        >
          {m.event_edit_phase_add()}
        </Button>
      </Group>
    </Stack>
  )
}

const textOf = ({ nameDa, nameEn }: Named): LocalText => ({
  da: nameDa.trim(),
  ...(nameEn.trim() && { en: nameEn.trim() }),
})

const nameOf = (names: Named) => textIn(textOf(names), getLocale())

/** Starts from the price that it is an earlier one of. */
const newPhase = ({ price }: CategoryValues): PhaseValues => ({
  id: crypto.randomUUID(),
  nameDa: '',
  nameEn: '',
  price,
  memberPrice: '',
  until: '',
  places: '',
})

interface PhaseRowProps {
  readonly phase: PhaseValues
  readonly path: string
  readonly problemAt: Editor['problemAt']
  readonly onChange: (phase: PhaseValues) => void
  readonly onRemove: () => void
}

function PhaseRow({ phase, path, problemAt, onChange, onRemove }: PhaseRowProps) {
  const name = nameOf(phase) || m.event_edit_phase_untitled()
  const set = (next: Partial<PhaseValues>) => onChange({ ...phase, ...next })
  const shared = { path, problemAt }
  return (
    <Stack component="fieldset" gap="xs" className={c.phase ?? ''} aria-label={name}>
      <Names values={phase} {...shared} onChange={set} />
      <SimpleGrid minColWidth="min(100%, 200px)" autoFlow="auto-fit" spacing="sm">
        <Prices values={phase} {...shared} onChange={set} />
        <TextInput
          type="datetime-local"
          label={m.event_edit_phase_until()}
          value={phase.until}
          onChange={({ currentTarget: { value } }) => set({ until: value })}
          data-path={`${path}.until`}
          error={problemAt(`${path}.until`)}
        />
        <Whole label={m.event_edit_phase_places()} field="places" values={phase} {...shared} onChange={set} />
        <Group align="flex-start" pt={{ base: 0, sm: 26 }}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
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

interface FieldProps<V> {
  readonly values: V
  readonly path: string
  readonly problemAt: Editor['problemAt']
  readonly onChange: (next: Partial<V>) => void
}

type Named = Pick<CategoryValues, 'nameDa' | 'nameEn'>

const Names = ({ values, path, problemAt, onChange }: FieldProps<Named>) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
    <TextInput
      required
      withAsterisk
      lang="da"
      limit={60}
      label={m.event_edit_name_da()}
      value={values.nameDa}
      onChange={({ currentTarget: { value } }) => onChange({ nameDa: value })}
      data-path={`${path}.name`}
      error={problemAt(`${path}.name`)}
    />
    <TextInput
      lang="en"
      limit={60}
      label={m.event_edit_name_en()}
      value={values.nameEn}
      onChange={({ currentTarget: { value } }) => onChange({ nameEn: value })}
    />
  </SimpleGrid>
)

type Priced = Pick<CategoryValues, 'price' | 'memberPrice'>

const Prices = ({ values, path, problemAt, onChange }: FieldProps<Priced>) =>
  (['price', 'memberPrice'] as const).map((field) => (
    <MoneyField
      key={field}
      label={field === 'price' ? m.event_edit_price() : m.event_edit_member_price()}
      value={values[field]}
      onChange={(text) => onChange({ [field]: text })}
      data-path={`${path}.${field}`}
      error={problemAt(`${path}.${field}`)}
    />
  ))

interface WholeProps<V, F extends keyof V> extends FieldProps<V> {
  readonly label: string
  readonly field: F & string
}

/** A whole number, or none. */
function Whole<V, F extends keyof V>({ label, field, values, path, problemAt, onChange }: WholeProps<V, F>) {
  return (
    <NumberField
      label={label}
      value={values[field] as string}
      onChange={(text) => onChange({ [field]: text } as Partial<V>)}
      data-path={`${path}.${field}`}
      error={problemAt(`${path}.${field}`)}
    />
  )
}

interface PlacesProps {
  readonly label: string
  readonly path: string
  readonly value: string
  /** Sold and reserved: it cannot be less. */
  readonly taken: number
  readonly hint?: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** A number of places, which is never below what is sold and reserved. */
export const Places = ({ label, path, value, taken, hint, error, onChange }: PlacesProps) => (
  <NumberField
    maw={280}
    label={label}
    value={value}
    onChange={onChange}
    description={taken > 0 ? m.event_edit_least({ count: taken }) : hint}
    data-path={path}
    error={error}
  />
)
