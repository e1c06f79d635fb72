import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MembershipFigures as Figures } from '#contract/memberships/office.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { memberFigures } from '#web/paths.ts'
import { FiguresTable, Stat, Stats } from '#web/ui/figures/figures-parts.tsx'
import { MonthsPanel } from '#web/ui/figures/months-panel.tsx'
import { LinkTarget } from '#web/ui/link-target.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney, formatNumber } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { membershipFiguresQuery } from './queries.ts'
import { withoutYears } from './season-words.ts'

interface Props {
  readonly orgId: string
  /** This year when left out. */
  readonly year: number | undefined
}

/** A year of a club's members beside the one before: how many, who came and left, by month and by kind of membership. */
export function MembershipFigures({ orgId, year: wanted }: Props) {
  const query = useQuery(membershipFiguresQuery(orgId, wanted))
  const figures = query.data
  if (!figures) return <NotLoaded query={query} rows={2} height={150} />
  const { year, members, income, before, joined, left } = figures
  const beside = (value: string) => m.figures_year_before({ year: year - 1, value })
  return (
    <Stack gap="lg">
      <LinkTarget name={memberFigures}>
        <Title order={2}>{m.membership_figures_heading({ year })}</Title>
      </LinkTarget>
      <Stats>
        <Stat
          name={m.membership_figures_members()}
          value={formatNumber(members)}
          detail={beside(formatNumber(before.members))}
        />
        <Stat name={m.membership_figures_joined()} value={formatNumber(joined)} />
        <Stat name={m.membership_figures_left()} value={formatNumber(left)} />
        {income && (
          <Stat
            name={m.office_events_income()}
            value={formatMoney(income)}
            detail={before.income && beside(formatMoney(before.income))}
          />
        )}
      </Stats>
      {(members > 0 || before.members > 0) && (
        <>
          <Months figures={figures} />
          <Kinds figures={figures} />
        </>
      )}
    </Stack>
  )
}

const Months = ({ figures: { year, months } }: { figures: Figures }) => (
  <MonthsPanel
    year={year}
    counted={m.membership_figures_members()}
    explained={m.membership_figures_months_explained()}
    incomeExplained={m.membership_figures_months_income_explained()}
    months={months.map((one) => ({ ...one, ...counted(one), before: counted(one.before) }))}
  />
)

const counted = ({ members, income }: Figures['before']) => ({ count: members, income })

const Kinds = ({ figures: { year, kinds } }: { figures: Figures }) => (
  <Panel title={m.membership_figures_kinds()} subtitle={m.membership_figures_kinds_explained()}>
    <FiguresTable
      label={m.membership_figures_kinds()}
      columns={[m.membership_figures_kind(), String(year), String(year - 1)]}
      rows={kinds.map((kind) => ({
        key: kind.series,
        cells: [
          <Own key="name" of={{ ...kind, name: withoutYears(kind.name) || kind.name }} field="name" />,
          formatNumber(kind.members),
          formatNumber(kind.before),
        ],
      }))}
    />
  </Panel>
)
