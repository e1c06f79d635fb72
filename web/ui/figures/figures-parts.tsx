import { Box, Card, SegmentedControl, Skeleton, Table, Text } from '@mantine/core'
import { IconTable } from '../icons/index.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Fold } from '#web/ui/fold.tsx'
import page from '#web/ui/page.module.css'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney, formatNumber } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { FiguresChartProps } from './figures-chart.tsx'

// With the kit's charts.
const FiguresChart = lazy(async () => ({ default: (await import('./figures-chart.tsx')).FiguresChart }))

/** Figures side by side. */
export const Stats = ({ children }: { children: ReactNode }) => (
  <Box component="dl" m={0} className={page.stats}>
    {children}
  </Box>
)

/** A figure with its name, and what it is made of. */
export const Stat = ({ name, value, detail }: { name: string; value: string; detail?: string | false | null }) => (
  <Card padding="md">
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text
      component="dd"
      m={0}
      fz="clamp(0.875rem, 4.3vw, 1.375rem)"
      fw={680}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {value}
    </Text>
    {detail && (
      <Text component="dd" m={0} size="sm" c="dimmed">
        {detail}
      </Text>
    )}
  </Card>
)

/** Which of the two numbers a chart draws. */
export type Shown = 'count' | 'income'

interface ChartPanelProps {
  readonly title: string
  readonly subtitle: string
  /** The counted things: tickets, or members. */
  readonly counted: string
  /** Amounts can be chosen; without it there are numbers alone. */
  readonly currency: string | null
  /** The first view, where amounts can be. */
  readonly first?: Shown
  readonly chart: (shown: Shown) => Omit<FiguresChartProps, 'format' | 'isMoney'>
  /** The numbers as text. */
  readonly table: ReactNode
  readonly isTableOpen?: boolean
}

/** A chart of a number or of income, with its numbers as a table. */
export function ChartPanel({
  title,
  subtitle,
  counted,
  currency,
  first = 'count',
  chart,
  table,
  isTableOpen = false,
}: ChartPanelProps) {
  const [shown, setShown] = useState(currency === null ? 'count' : first)
  const drawn = chart(shown)
  const isMoney = shown === 'income' && currency !== null
  return (
    <Panel
      title={title}
      subtitle={subtitle}
      actions={
        currency !== null && (
          <SegmentedControl
            aria-label={m.figures_show()}
            color="fjord"
            value={shown}
            onChange={setShown}
            data={[
              { value: 'count', label: counted },
              { value: 'income', label: m.office_events_income() },
            ]}
          />
        )
      }
    >
      {/* It is as wide as its page, a moment after that has become narrower. */}
      <Box style={{ overflowX: 'clip' }}>
        <Suspense fallback={<Skeleton height={drawn.height} radius="md" />}>
          <FiguresChart
            {...drawn}
            isMoney={isMoney}
            format={(value) => (isMoney ? formatMoney({ minor: value, currency }) : formatNumber(value))}
          />
        </Suspense>
      </Box>
      <Box mt="md">
        {isTableOpen ? (
          table
        ) : (
          <Fold icon={<IconTable size={20} stroke={1.7} aria-hidden />} title={m.figures_as_table()}>
            {table}
          </Fold>
        )}
      </Box>
    </Panel>
  )
}

export interface FiguresRow {
  readonly key: string
  readonly cells: readonly ReactNode[]
}

interface FiguresTableProps {
  readonly label: string
  /** The first names the row; the others are numbers. */
  readonly columns: readonly string[]
  readonly rows: readonly FiguresRow[]
  /** The last row. */
  readonly total?: readonly ReactNode[]
}

/** Numbers by row, few enough columns for a phone. */
export const FiguresTable = ({ label, columns, rows, total }: FiguresTableProps) => (
  <Table.ScrollContainer minWidth={0} type="native">
    <Table
      aria-label={label}
      verticalSpacing="xs"
      horizontalSpacing={6}
      styles={{ td: { verticalAlign: 'top' }, th: { verticalAlign: 'top' } }}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map((column, at) => (
            <Table.Th key={column} scope="col" ta={at > 0 ? 'right' : undefined}>
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells }) => (
          <Row key={key} cells={cells} />
        ))}
      </Table.Tbody>
      {total && (
        <Table.Tfoot>
          <Row cells={total} isTotal />
        </Table.Tfoot>
      )}
    </Table>
  </Table.ScrollContainer>
)

const Row = ({ cells, isTotal = false }: { cells: readonly ReactNode[]; isTotal?: boolean }) => (
  <Table.Tr fw={isTotal ? 680 : undefined}>
    {cells.map((cell, at) =>
      at === 0 ? (
        // The name of its row.
        <Table.Th key={at} scope="row" fw="inherit" style={{ overflowWrap: 'break-word' }}>
          {cell}
        </Table.Th>
      ) : (
        <Table.Td key={at} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {cell}
        </Table.Td>
      ),
    )}
  </Table.Tr>
)

/** A number, and below it what it is made of. */
export const WithDetail = ({ value, detail }: { value: ReactNode; detail?: string | false }) => (
  <>
    {value}
    {detail && (
      <Text size="sm" c="dimmed" fw={400}>
        {detail}
      </Text>
    )}
  </>
)
