import { Alert, Button, Checkbox, SimpleGrid, Stack, Text } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { priceMembership } from '#contract/membership-price.ts'
import {
  faultsOfSeason,
  type OfficeSeason,
  type SeasonFault,
  seasonFaults,
  type SeasonFields,
} from '#contract/office-memberships.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { type EditedField, useEditedForm } from '#web/forms/edited-form.ts'
import { FormFoot } from '#web/forms/form-foot.tsx'
import { LeaveGuard } from '#web/forms/leave-guard.tsx'
import { QueryError } from '#web/api/query-error.tsx'
import { priceSentence } from '#web/features/orders/words.ts'
import { isBigChange, type PriceQuestion } from '#web/ui/dialogs/price-change-dialog.tsx'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { MoneyField, NumberField } from '#web/ui/fields/money-field.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showUndo } from '#web/api/undo.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { today } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { amountProblem, minorOf, numberOf, numberProblem, typedAmount } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { officeSeasonsQuery, useSeasonChanges } from './queries.ts'
import { faultWords, nameOf, seriesWords } from './season-words.ts'

/** What is typed. Amounts in kroner, as texts. */
interface SeasonValues {
  nameDa: string
  nameEn: string
  benefitsDa: string
  benefitsEn: string
  combinable: boolean
  isTrial: boolean
  isPassive: boolean
  startDate: string
  endDate: string
  offerStartDate: string
  series: string
  price: string
  vatRate: string
  surcharge: string
  minAge: string
  maxAge: string
}

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
  // As it was when the page opened: a later list must not replace what the form was loaded with.
  const [loaded, setLoaded] = useState(query.data)
  if (!loaded && query.data) setLoaded(query.data)
  if (!loaded) return query.error ? <QueryError query={query} /> : <SkeletonList rows={4} height={180} />
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
      <PageHeader title={season ? m.season_form_edit() : m.season_form_new()} subtitle={season && nameOf(season)} />
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
  const dirty = useRef(false)
  const series = seriesWords(seasons)
  const state = useEditedForm<SeasonValues, OfficeSeason>({
    name: `season ${season?.id ?? orgId}`,
    record: season,
    versionOf: ({ version }) => version,
    valuesOf: (one) => (one ? valuesOf(one) : newSeason(seasons)),
    fieldsOf: (values) => editedFields(values, series),
    validate: errorsOf,
    send: (values, version) =>
      save.mutateAsync({ fields: fieldsOf(values), base: season && { id: season.id, version: Number(version) } }),
    fieldOf: (problem) => inputOf(faultOf(problem)?.path),
    textOf: (problem) => wordsOf(problem) ?? m.field_invalid(),
    onSaved: (saved) => {
      const message = m.season_saved({ name: nameOf(saved) })
      // Unless somebody else changed it in between, which undoing would take back too.
      if (season?.version === saved.version - 1)
        showUndo(message, () => save.mutateAsync({ fields: fieldsOf(valuesOf(season)), base: saved }))
      else showToast({ message })
      dirty.current = false
      onDone()
    },
    priceQuestion: (values, over) => bigChangeOf(over, values, currency),
    onDirtyChange: (isDirty) => {
      dirty.current = isDirty
    },
  })
  const { form, formId, busy } = state
  const [typed, setTyped] = useState(() => form.getValues())
  const field = (path: keyof SeasonValues) => ({
    size: 'md' as const,
    ...form.getInputProps(path),
  })
  const box = (path: keyof SeasonValues) => ({
    ...form.getInputProps(path, { type: 'checkbox' }),
  })
  const watched = () => setTyped(form.getValues())
  form.watch('price', watched)
  form.watch('vatRate', watched)
  form.watch('surcharge', watched)
  return (
    <form
      id={formId}
      noValidate
      aria-label={season ? m.season_form_edit() : m.season_form_new()}
      onSubmit={state.submit}
    >
      <LeaveGuard dirty={() => dirty.current} />
      <Stack gap="lg" maw={860}>
        <Panel title={m.season_part_what()}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput
              required
              withAsterisk
              label={m.season_name_da()}
              limit={120}
              {...below(m.season_name_hint())}
              key={form.key('nameDa')}
              {...field('nameDa')}
            />
            <TextInput label={m.season_name_en()} limit={120} key={form.key('nameEn')} {...field('nameEn')} />
            <Textarea
              autosize
              minRows={2}
              label={m.season_benefits_da()}
              limit={2000}
              lang="da"
              key={form.key('benefitsDa')}
              {...field('benefitsDa')}
            />
            <Textarea
              autosize
              minRows={2}
              label={m.season_benefits_en()}
              limit={2000}
              lang="en"
              key={form.key('benefitsEn')}
              {...field('benefitsEn')}
            />
          </SimpleGrid>
          <Stack gap="sm" mt="md">
            <Checkbox label={m.season_kind_combinable()} key={form.key('combinable')} {...box('combinable')} />
            <Checkbox label={m.season_kind_trial()} key={form.key('isTrial')} {...box('isTrial')} />
            <Checkbox label={m.season_kind_passive()} key={form.key('isPassive')} {...box('isPassive')} />
          </Stack>
        </Panel>
        <Panel title={m.season_part_when()}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
            <TextInput
              required
              withAsterisk
              type="date"
              label={m.season_start()}
              key={form.key('startDate')}
              {...field('startDate')}
            />
            <TextInput
              required
              withAsterisk
              type="date"
              label={m.season_end()}
              key={form.key('endDate')}
              {...field('endDate')}
            />
            <TextInput
              required
              withAsterisk
              type="date"
              label={m.season_offer_start()}
              {...below(m.season_offer_start_hint())}
              key={form.key('offerStartDate')}
              {...field('offerStartDate')}
            />
          </SimpleGrid>
          <ChoiceField
            mt="md"
            maw={420}
            label={m.season_series()}
            data={[
              { value: '', label: m.season_series_own() },
              ...[...series]
                .map(([value, label]) => ({ value, label }))
                .toSorted((a, b) => a.label.localeCompare(b.label, 'da')),
            ]}
            {...below(m.season_series_hint())}
            key={form.key('series')}
            {...field('series')}
          />
          {season && held(season) > 0 && <Note>{m.season_days_grow({ count: held(season) })}</Note>}
        </Panel>
        <Panel title={m.season_part_price()}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
            <MoneyField
              required
              withAsterisk
              label={m.season_price()}
              currency={currency}
              key={form.key('price')}
              {...field('price')}
            />
            <NumberField
              decimals
              label={m.season_vat()}
              description={m.season_vat_hint()}
              key={form.key('vatRate')}
              {...field('vatRate')}
            />
            <MoneyField
              label={m.season_surcharge()}
              currency={currency}
              key={form.key('surcharge')}
              {...field('surcharge')}
            />
          </SimpleGrid>
          <PriceCharged values={typed} season={season} currency={currency} />
        </Panel>
        <Panel title={m.season_part_who()}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" maw={520}>
            <NumberField
              label={m.season_min_age()}
              description={m.season_ages_hint()}
              key={form.key('minAge')}
              {...field('minAge')}
            />
            <NumberField label={m.season_max_age()} key={form.key('maxAge')} {...field('maxAge')} />
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

/** A hint below its field, so that fields of one row stand level. */
const below = (description: string) => ({
  description,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
})

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
  const isPrice = values.price !== '' && !price && !surcharge && !vatRate && Object.keys(unread(values)).length === 0
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

const ageOf = (typed: string): number | null => (typed.trim() === '' ? null : numberOf(typed))

const valuesOf = (season: OfficeSeason): SeasonValues => ({
  nameDa: season.name.da,
  nameEn: season.name.en ?? '',
  benefitsDa: season.benefits.da,
  benefitsEn: season.benefits.en ?? '',
  combinable: season.combinable,
  isTrial: season.isTrial,
  isPassive: season.isPassive,
  startDate: season.startDate,
  endDate: season.endDate,
  offerStartDate: season.offerStartDate,
  series: season.series,
  price: typedAmount(season.price),
  vatRate: String(season.vatRate),
  surcharge: typedAmount(season.surcharge),
  minAge: season.minAge?.toString() ?? '',
  maxAge: season.maxAge?.toString() ?? '',
})

/** The days of the club's newest season; this year for the first one. */
function newSeason(seasons: readonly OfficeSeason[]): SeasonValues {
  const day = today()
  const year = day.slice(0, 4)
  const { startDate, endDate } = seasons[0] ?? { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
  return {
    nameDa: '',
    nameEn: '',
    benefitsDa: '',
    benefitsEn: '',
    combinable: false,
    isTrial: false,
    isPassive: false,
    startDate,
    endDate,
    offerStartDate: day,
    series: '',
    price: '',
    vatRate: '0',
    surcharge: '0',
    minAge: '',
    maxAge: '',
  }
}

const fieldsOf = (values: SeasonValues): SeasonFields => ({
  name: { da: values.nameDa.trim(), ...(values.nameEn.trim() && { en: values.nameEn.trim() }) },
  benefits: { da: values.benefitsDa.trim(), ...(values.benefitsEn.trim() && { en: values.benefitsEn.trim() }) },
  series: values.series.trim(),
  startDate: values.startDate,
  endDate: values.endDate,
  offerStartDate: values.offerStartDate,
  minAge: ageOf(values.minAge),
  maxAge: ageOf(values.maxAge),
  price: minorOf(values.price),
  vatRate: numberOf(values.vatRate, { decimals: true }),
  surcharge: minorOf(values.surcharge),
  combinable: values.combinable,
  isTrial: values.isTrial,
  isPassive: values.isPassive,
})

/** Which input shows the fault of a field. */
const inputOf = (path: string | undefined): string | null =>
  path === undefined ? null : path === 'name' ? 'nameDa' : path === 'benefits' ? 'benefitsDa' : path

function errorsOf(values: SeasonValues): FormErrors {
  const days = (['startDate', 'endDate', 'offerStartDate'] as const).filter((path) => !/^20\d\d-/.test(values[path]))
  const faults = Object.entries(faultsOfSeason(fieldsOf(values)))
  return {
    ...Object.fromEntries(faults.map(([path, fault]) => [inputOf(path)!, faultWords(fault, path)])),
    ...Object.fromEntries(days.map((path) => [path, m.field_date()])),
    ...(values.price.trim() === '' && { price: m.field_required() }),
    ...unread(values),
  }
}

/** The amounts and numbers that are not read as they are typed. */
const unread = (values: SeasonValues): FormErrors =>
  Object.fromEntries(
    Object.entries({
      price: amountProblem(values.price),
      surcharge: amountProblem(values.surcharge),
      vatRate: numberProblem(values.vatRate, { decimals: true }),
      minAge: numberProblem(values.minAge),
      maxAge: numberProblem(values.maxAge),
    }).filter(([, sentence]) => sentence !== null),
  )

/** The field that a rule of the server refuses: one of those that depend on other seasons. */
const faultOf = ({ code, errors }: ApiProblem) => (code === 'season_invalid' ? errors[0] : undefined)

function wordsOf(problem: ApiProblem): string | null {
  const fault = faultOf(problem)
  const isFault = (message: string): message is SeasonFault => (seasonFaults as readonly string[]).includes(message)
  return fault && isFault(fault.message) ? faultWords(fault.message, fault.path, problem.data) : null
}

const labels: Readonly<Record<keyof SeasonValues, () => string>> = {
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

/** The fields in their order, to show two versions beside each other. */
const editedFields = (values: SeasonValues, series: ReadonlyMap<string, string>): EditedField[] =>
  (Object.keys(labels) as (keyof SeasonValues)[]).map((path) => {
    const value = values[path]
    const text = typeof value === 'boolean' ? (value ? m.season_yes() : m.season_no()) : value
    const shown = path === 'series' ? (series.get(text) ?? text) : text
    return { path, label: labels[path](), value, shown }
  })
