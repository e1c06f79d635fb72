import { Alert, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { IconAlertTriangle, IconInfoCircle } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { priceMembership } from '#contract/memberships/price.ts'
import {
  faultsOfSeason,
  type OfficeSeason,
  seasonFaults,
  seasonFields,
  type SeasonFields,
} from '#contract/memberships/office.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { useEditedForm, useOpened } from '#web/forms/edited-form.ts'
import {
  blankOf,
  editedFieldsOf,
  FieldInput,
  inputOf,
  type LabelsOf,
  readTyped,
  typedOf,
  type TypedOf,
  unreadIn,
} from '#web/forms/fields.tsx'
import { FormFoot } from '#web/forms/form-foot.tsx'
import { LeaveGuard } from '#web/forms/leave-guard.tsx'
import { Local } from '#web/parts/local-text.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { priceSentence } from '../offer-words.ts'
import { isBigChange, type PriceQuestion } from '#web/ui/dialogs/price-change-dialog.tsx'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { today } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { officeSeasonsQuery, useSeasonChanges } from './queries.ts'
import { faultWords, nameOf, seriesWords } from './season-words.ts'

/** Typed values. Amounts in kroner, as texts. */
type SeasonValues = TypedOf<typeof seasonFields>

interface PageProps {
  readonly orgId: string
  /** `new` for a new one. */
  readonly id: string
  readonly backPath: string
  readonly onDone: () => void
}

/** The form of a season with its heading, once the club's seasons are there. */
export function SeasonPage({ orgId, id, backPath, onDone }: PageProps) {
  const query = useQuery(officeSeasonsQuery(orgId))
  const loaded = useOpened(query)
  if (!loaded) return <NotLoaded query={query} rows={4} height={180} />
  const season = loaded.seasons.find((one) => one.id === id) ?? null
  if (!season && id !== 'new')
    return (
      <ErrorPanel
        order={1}
        message={m.season_gone()}
        actions={<ButtonLink to={backPath}>{m.copy_back()}</ButtonLink>}
      />
    )
  return (
    <Stack gap="lg">
      <PageHeader
        title={season ? m.season_form_edit() : m.season_form_new()}
        subtitle={season && <Local text={season.name} />}
      />
      <SeasonForm orgId={orgId} season={season} seasons={loaded.seasons} currency={loaded.currency} onDone={onDone} />
    </Stack>
  )
}

interface Props {
  readonly orgId: string
  readonly currency: string
  /** Null for a new one. */
  readonly season: OfficeSeason | null
  /** All seasons of the club. */
  readonly seasons: readonly OfficeSeason[]
  readonly onDone: () => void
}

/** The form of a season. What was typed survives a refusal, a reload and another's change. */
function SeasonForm({ orgId, currency, season, seasons, onDone }: Props) {
  const { save } = useSeasonChanges(orgId)
  const series = seriesWords(seasons)
  const state = useEditedForm<SeasonValues, OfficeSeason>({
    name: `season ${season?.id ?? orgId}`,
    record: season,
    valuesOf: (one) => (one ? typedOf(seasonFields, one) : newSeason(seasons)),
    fieldsOf: (values) =>
      editedFieldsOf(seasonFields, values, labels, { series: series.get(values.series) ?? values.series }),
    validate: errorsOf,
    send: (values, version) =>
      save.mutateAsync({ fields: fieldsOf(values), base: season && { id: season.id, version: Number(version) } }),
    inputOf: (path) => inputOf(seasonFields, path),
    refused: refusedBy,
    savedWords: (saved) => m.season_saved({ name: nameOf(saved) }),
    undo: (before, saved) => () => save.mutateAsync({ fields: fieldsOf(before), base: saved }),
    onSaved: onDone,
    priceQuestion: (values, over) => bigChangeOf(over, values, currency),
  })
  const { form, formId, busy, typed } = state
  const of = { fields: seasonFields, labels, form }
  return (
    <form
      id={formId}
      noValidate
      aria-label={season ? m.season_form_edit() : m.season_form_new()}
      onSubmit={state.submit}
    >
      <LeaveGuard dirty={state.isUnsaved} />
      <Stack gap="lg" maw={860}>
        <Panel title={m.season_part_what()}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <FieldInput of={of} name="name" hint={m.season_name_hint()} />
            <FieldInput of={of} name="benefits" />
          </SimpleGrid>
          <Stack gap="sm" mt="md">
            <FieldInput of={of} name="combinable" />
            <FieldInput of={of} name="isTrial" />
            <FieldInput of={of} name="isPassive" />
          </Stack>
        </Panel>
        <Panel title={m.season_part_when()}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
            <FieldInput of={of} name="startDate" />
            <FieldInput of={of} name="endDate" />
            <FieldInput of={of} name="offerStartDate" hint={m.season_offer_start_hint()} />
          </SimpleGrid>
          <FieldInput
            of={of}
            name="series"
            mt="md"
            maw={420}
            hint={m.season_series_hint()}
            data={[
              { value: '', label: m.season_series_own() },
              ...[...series]
                .map(([value, label]) => ({ value, label }))
                .toSorted((a, b) => a.label.localeCompare(b.label, 'da')),
            ]}
          />
          {season && held(season) > 0 && <Note>{m.season_days_grow({ count: held(season) })}</Note>}
        </Panel>
        <Panel title={m.season_part_price()}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
            <FieldInput of={of} name="price" currency={currency} />
            <FieldInput of={of} name="vatRate" hint={m.season_vat_hint()} />
            <FieldInput of={of} name="surcharge" currency={currency} />
          </SimpleGrid>
          <PriceCharged values={typed} season={season} currency={currency} />
        </Panel>
        <Panel title={m.season_part_who()}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" maw={520}>
            <FieldInput of={of} name="minAge" hint={m.season_ages_hint()} />
            <FieldInput of={of} name="maxAge" />
          </SimpleGrid>
        </Panel>
        <FormFoot state={state} failedTitle={m.season_not_saved()}>
          <Button variant="default" size="md" onClick={onDone} disabled={busy}>
            {m.action_cancel()}
          </Button>
          <Button type="submit" size="md" loading={busy}>
            {!season || season.state === 'draft' ? m.season_save_draft() : m.season_save()}
          </Button>
        </FormFoot>
      </Stack>
    </form>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Alert mt="md" color="fjord" icon={<IconInfoCircle />}>
    {children}
  </Alert>
)

const held = ({ holders, reserved }: OfficeSeason) => holders + reserved

/** The price as charged of a season on sale, where it changes a lot. */
function bigChangeOf(season: OfficeSeason, values: SeasonValues, currency: string): PriceQuestion | null {
  if (season.state !== 'announced' && season.state !== 'on_sale') return null
  const { total: after } = priceMembership(fieldsOf(values))
  const change = { name: nameOf(season), before: season.parts.total.minor, after }
  return isBigChange(change) ? { changes: [change], currency, bought: season.holders } : null
}

/** The price as charged, while it is typed; who keeps the old one. */
function PriceCharged({ values, season, currency }: { values: SeasonValues } & Pick<Props, 'season' | 'currency'>) {
  const fields = fieldsOf(values)
  const { price, surcharge, vatRate } = faultsOfSeason(fields)
  const priced = priceMembership(fields)
  const money = (minor: number) => ({ minor, currency })
  const total = money(priced.total)
  const { vat } = priced
  const parts = {
    price: money(priced.price),
    vatRate: priced.vatRate,
    vat: money(vat),
    surcharge: money(priced.surcharge),
    total,
  }
  const sentence = priceSentence(parts)
  const isPrice =
    values.price !== '' && !price && !surcharge && !vatRate && Object.keys(unreadIn(seasonFields, values)).length === 0
  return (
    <Stack gap="sm" mt="md">
      <Text aria-live="polite">
        {isPrice && (
          <>
            {m.season_charged()}{' '}
            <strong>
              <PriceText value={total} />
            </strong>
            {sentence && ` (${sentence})`}
          </>
        )}
      </Text>
      {fields.vatRate > 0 && fields.vatRate < 1 && (
        <Alert color="coral" icon={<IconAlertTriangle />} role="status">
          {m.season_vat_low()}
        </Alert>
      )}
      {isPrice && season && season.parts.total.minor !== priced.total && held(season) > 0 && (
        <Alert color="fjord" icon={<IconInfoCircle />} role="status">
          {m.season_price_from_now({ count: held(season) })}
        </Alert>
      )}
    </Stack>
  )
}

const fieldsOf = (values: SeasonValues): SeasonFields => readTyped(seasonFields, values)

/** The days of the club's newest season; this year for the first one. */
function newSeason(seasons: readonly OfficeSeason[]): SeasonValues {
  const day = today()
  const year = day.slice(0, 4)
  const { startDate, endDate } = seasons[0] ?? { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
  return { ...blankOf(seasonFields), startDate, endDate, offerStartDate: day, vatRate: '0', surcharge: '0' }
}

function errorsOf(values: SeasonValues): FormErrors {
  const faults = Object.entries(faultsOfSeason(fieldsOf(values)))
  return {
    ...Object.fromEntries(faults.map(([path, fault]) => [inputOf(seasonFields, path), faultWords(fault, path)])),
    ...(values.price.trim() === '' && { price: m.field_required() }),
    ...unreadIn(seasonFields, values),
  }
}

/** The field that a rule of the server refuses: one of those that depend on other seasons. */
function refusedBy({ code, errors: [fault], data }: ApiProblem): FormErrors {
  if (code !== 'season_invalid' || !fault) return {}
  const known = seasonFaults.find((one) => one === fault.message)
  return { [inputOf(seasonFields, fault.path)]: known ? faultWords(known, fault.path, data) : m.field_invalid() }
}

const labels: LabelsOf<typeof seasonFields> = {
  nameDa: m.season_name_da,
  nameEn: m.season_name_en,
  benefitsDa: m.season_benefits_da,
  benefitsEn: m.season_benefits_en,
  combinable: m.season_kind_combinable,
  isTrial: m.season_kind_trial,
  isPassive: m.season_kind_passive,
  startDate: m.season_start,
  endDate: m.season_end,
  offerStartDate: m.season_offer_start,
  series: m.season_series,
  price: m.season_price,
  vatRate: m.season_vat,
  surcharge: m.season_surcharge,
  minAge: m.season_min_age,
  maxAge: m.season_max_age,
}
