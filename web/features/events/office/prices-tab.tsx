import { Alert, Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconPlus, IconTrash } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import { categoryFields, poolFields, soldOutIncome } from '#contract/events/office.ts'
import { paths } from '#web/paths.ts'
import { blankOf, FieldInput, rowForm } from '#web/forms/fields.tsx'
import { NumberField } from '#web/ui/fields/money-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { clockOf, formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { categoryName, CategoryRow, leastWords } from './category-row.tsx'
import c from './event-editor.module.css'
import type { Editor } from './event-form.ts'
import { type CategoryValues, fieldsOf, type PoolValues, type PriceValues } from './event-values.ts'
import { poolLabels } from './event-words.ts'
import { fieldAt, type MoveBy, moveButton, movedTo, type RowPlace, SpokenPlace, useRowFocus } from './moved-rows.tsx'

interface Props extends Editor {
  /** Discount codes are shown to those who write them. */
  readonly mayWrite: boolean
}

/** Places, pools, and the categories with their prices. */
export function PricesTab({ club, event, form, typed, problemAt, mayWrite }: Props) {
  const { prices } = typed
  const { categories, pools } = prices
  const set = (next: Partial<PriceValues>) => form.setFieldValue('prices', { ...prices, ...next })
  const focusOn = useRowFocus()
  const [place, setPlace] = useState<RowPlace | null>(null)
  const replace = (at: number, next: CategoryValues) => {
    // Among the categories of another pool it is drawn anew.
    if (next.poolId !== categories[at]?.poolId) focusOn(fieldAt(`categories.${at}.poolId`))
    set({ categories: categories.with(at, next) })
  }
  const move = (at: number, by: MoveBy) => {
    const to = at + by
    focusOn(moveButton(`categories.${to}`, by))
    setPlace({ name: categoryName(categories[at]!), at: to, count: categories.length })
    set({ categories: movedTo(categories, at, to) })
  }
  const now = clockOf(new Date(), event.fields.timeZone).slice(0, 16).replace(' ', 'T')
  const sum = soldOutIncome(fieldsOf(typed), event.soldByCategory, now)
  const problem = problemAt('categories')
  return (
    <Stack gap="lg">
      <Panel title={m.event_places()}>
        <NumberField
          maw={280}
          label={m.event_edit_capacity()}
          value={prices.capacity}
          description={leastWords(event.sold + event.held) ?? m.event_edit_capacity_hint()}
          data-path="capacity"
          error={problemAt('capacity')}
          onChange={(capacity) => set({ capacity })}
        />
      </Panel>
      <Panel
        title={m.event_prices()}
        subtitle={
          sum === null
            ? m.event_edit_sold_out_income_none()
            : m.event_edit_sold_out_income({ amount: formatMoney({ minor: sum, currency: event.currency }) })
        }
      >
        <SpokenPlace place={place} />
        <Stack gap="md">
          {groupsOf(categories).map(({ poolId, rows }) => {
            const pool = pools.find(({ id }) => id === poolId)
            const shown = rows.map(({ category, at }) => (
              <CategoryRow
                key={category.id}
                category={category}
                at={at}
                isLast={at === categories.length - 1}
                pools={pools}
                sold={event.soldByCategory.find(({ id }) => id === category.id)}
                problemAt={problemAt}
                onChange={(next) => replace(at, next)}
                onMove={(by) => move(at, by)}
                onRemove={() => set({ categories: categories.toSpliced(at, 1) })}
              />
            ))
            if (!pool) return shown
            return (
              <Stack key={`${poolId} ${rows[0]?.at}`} gap="sm" className={c.pool ?? ''}>
                <Text size="sm" fw={620}>
                  {m.event_edit_pool_of({ name: pool.name, count: Number(pool.capacity) || 0 })}
                </Text>
                {shown}
              </Stack>
            )
          })}
          {problem && (
            <Alert color="red" icon={<IconAlertCircle />}>
              {problem}
            </Alert>
          )}
          <Group>
            <Button
              variant="light"
              data-path="categories"
              leftSection={<IconPlus size={18} stroke={1.7} />}
              disabled={categories.length >= 20}
              onClick={() => {
                focusOn(fieldAt(`categories.${categories.length}.name`))
                set({ categories: [...categories, newCategory()] })
              }}
            >
              {m.event_edit_category_add()}
            </Button>
          </Group>
        </Stack>
      </Panel>
      <Panel title={m.event_edit_pools()} subtitle={m.event_edit_pools_explained()}>
        <Stack gap="md">
          {pools.map((pool, at) => (
            <PoolRow
              key={pool.id}
              pool={pool}
              at={at}
              taken={takenOf(event.soldByPool.find(({ id }) => id === pool.id))}
              problemAt={problemAt}
              onChange={(next) => set({ pools: pools.with(at, next) })}
              onRemove={() =>
                set({
                  pools: pools.toSpliced(at, 1),
                  categories: categories.map((one) => (one.poolId === pool.id ? { ...one, poolId: '' } : one)),
                })
              }
            />
          ))}
          <Group>
            <Button
              variant="light"
              leftSection={<IconPlus size={18} stroke={1.7} />}
              disabled={pools.length >= 10}
              onClick={() => {
                focusOn(fieldAt(`pools.${pools.length}.name`))
                set({ pools: [...pools, { id: crypto.randomUUID(), ...blankOf(poolFields) }] })
              }}
            >
              {m.event_edit_pool_add()}
            </Button>
          </Group>
        </Stack>
      </Panel>
      {mayWrite && (
        <Panel title={m.codes_heading()} subtitle={m.codes_of_event_explained()}>
          <Group>
            <ButtonLink to={paths.officeCoupons(club.key, { event: event.id })} variant="default">
              {m.codes_of_event()}
            </ButtonLink>
          </Group>
        </Panel>
      )}
    </Stack>
  )
}

const takenOf = (one: { readonly sold: number; readonly held: number } | undefined) => (one ? one.sold + one.held : 0)

/** Neighbours that share a pool, in their order. */
function groupsOf(categories: readonly CategoryValues[]) {
  const groups: { poolId: string; rows: { category: CategoryValues; at: number }[] }[] = []
  categories.forEach((category, at) => {
    const last = groups.at(-1)
    if (last && category.poolId !== '' && last.poolId === category.poolId) last.rows.push({ category, at })
    else groups.push({ poolId: category.poolId, rows: [{ category, at }] })
  })
  return groups
}

const newCategory = (): CategoryValues => ({
  id: crypto.randomUUID(),
  ...blankOf(categoryFields),
  price: '0',
  phases: [],
})

interface PoolRowProps {
  readonly pool: PoolValues
  readonly at: number
  readonly taken: number
  readonly problemAt: Editor['problemAt']
  readonly onChange: (pool: PoolValues) => void
  readonly onRemove: () => void
}

function PoolRow({ pool, at, taken, problemAt, onChange, onRemove }: PoolRowProps) {
  const of = rowForm(
    { fields: poolFields, labels: poolLabels, path: `pools.${at}` },
    pool,
    (next) => onChange({ ...pool, ...next }),
    problemAt,
  )
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      <FieldInput of={of} name="name" size="sm" />
      <FieldInput of={of} name="capacity" size="sm" maw={280} hint={leastWords(taken)} />
      <Box pt={{ base: 0, sm: 26 }}>
        <Button
          variant="default"
          leftSection={<IconTrash size={17} stroke={1.7} />}
          disabled={taken > 0}
          onClick={onRemove}
          aria-label={m.event_edit_pool_remove({ name: pool.name || m.event_edit_pool() })}
        >
          {m.image_remove()}
        </Button>
      </Box>
    </SimpleGrid>
  )
}
