import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { formatNumber } from '#web/ui/words/format.ts'

interface Series {
  /** The key of its numbers in the data. */
  readonly name: string
  readonly label: string
  /** Drawn behind what it is compared with. */
  readonly isBefore?: boolean
}

export interface FiguresChartProps {
  /** `line`: over days. `columns`: side by side. `bars`: below each other, with long names. */
  readonly kind: 'line' | 'columns' | 'bars'
  /** `label` names each row. */
  readonly data: readonly ({ readonly label: string } & Readonly<Record<string, number | string>>)[]
  readonly series: readonly Series[]
  /** A whole value. */
  readonly format: (value: number) => string
  /** Of amounts in minor units the axis shows whole ones, without their currency. */
  readonly isMoney: boolean
  readonly height: number
}

/** A chart of figures that a table beside it has as text: whoever reads the page, or uses the keyboard, reads that. */
export function FiguresChart({ kind, data, series, format, isMoney, height }: FiguresChartProps) {
  const values = {
    allowDecimals: false,
    tickFormatter: (value: number) => formatNumber(isMoney ? value / 100 : value),
  }
  const shared = {
    h: height,
    data: [...data],
    dataKey: 'label',
    series: series.map(({ name, label, isBefore }) => ({
      name,
      label,
      color: isBefore ? ('var(--mantine-color-gray-5)' as const) : ('var(--mantine-primary-color-filled)' as const),
    })),
    valueFormatter: format,
    withLegend: series.length > 1,
    // The kit's smallest width grows with the text, and out of a phone.
    styles: { tooltip: { minWidth: 0 } },
    accessibilityLayer: false,
    'aria-hidden': true,
  }
  if (kind === 'line')
    return (
      <LineChart
        {...shared}
        curveType="linear"
        withDots={data.length < 40}
        xAxisProps={{ minTickGap: 32 }}
        yAxisProps={{ ...values, width: 64 }}
      />
    )
  if (kind === 'columns') return <BarChart {...shared} yAxisProps={{ ...values, width: 64 }} />
  return (
    <BarChart
      {...shared}
      orientation="vertical"
      gridAxis="y"
      maxBarWidth={28}
      xAxisProps={values}
      yAxisProps={{ width: 120, interval: 0 }}
    />
  )
}
