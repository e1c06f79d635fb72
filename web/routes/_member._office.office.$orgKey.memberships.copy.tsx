import { createFileRoute } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireToChange, useOffice } from './-office.tsx'
import { Alert, Button, Checkbox, Group, Radio, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertCircle, IconAlertTriangle } from '#web/ui/icons/index.ts'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { priceMembership } from '#contract/memberships/price.ts'
import {
  MOST_PRICE,
  raisedPrice,
  type CopyPreview,
  type OfficeSeason,
  type SeasonToCopy,
} from '#contract/memberships/office.ts'
import { yearOn } from '#contract/memberships/season-years.ts'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'
import { problemText } from '#web/api/problem-text.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { MoneyField, NumberField } from '#web/ui/fields/money-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Local } from '#web/parts/local-text.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDate, formatMoney, formatPeriod, today } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { amountProblem, anyNumber, minorOf, numberOf, numberProblem, typedAmount } from '#web/ui/words/typed-amount.ts'
import { copyPreviewQuery, officeSeasonsQuery, useSeasonChanges } from '#web/features/memberships/office/queries.ts'
import c from '#web/features/memberships/office/season-board.module.css'
import { PublishButton } from '#web/features/memberships/office/season-board.tsx'
import { faultWords, nameOf } from '#web/features/memberships/office/season-words.ts'
import { seasonsToCopy } from '#web/features/memberships/office/seasons-to-copy.ts'
import { seasonsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/memberships/copy')({
  loader: ({ params: { orgKey } }) => requireToChange(orgKey, 'memberships.write', paths.officeMemberships(orgKey)),
  component: CopySeasons,
  staticData: {
    name: 'officeCopySeasons',
    title: m.seasons_copy,
    crumbs: [seasonsCrumb],
  },
})

/** Copies a club's newest seasons to the next: which, at what price, from when on sale; what will happen; then as drafts. */
function CopySeasons() {
  const { id: orgId, key } = useOffice().club
  const backPath = paths.officeMemberships(key)
  const query = useQuery(officeSeasonsQuery(orgId))
  const [copies, setCopies] = useState<readonly OfficeSeason[]>([])
  const sources = query.data ? seasonsToCopy(query.data.seasons, today()) : null
  return (
    <Stack gap="lg" maw={860}>
      <PageHeader title={m.copy_title()} subtitle={m.copy_explained()} />
      {copies.length > 0 ? (
        <Made orgId={orgId} copies={copies} backPath={backPath} />
      ) : sources ? (
        sources.length > 0 ? (
          <CopyForm orgId={orgId} sources={sources} backPath={backPath} onCopied={setCopies} />
        ) : (
          <Alert>{m.copy_none()}</Alert>
        )
      ) : (
        <NotLoaded query={query} rows={4} height={90} />
      )}
    </Stack>
  )
}

function Made({ orgId, copies, backPath }: { orgId: string; copies: readonly OfficeSeason[]; backPath: string }) {
  const query = useQuery(officeSeasonsQuery(orgId))
  const now = copies.map((copy) => query.data?.seasons.find(({ id }) => id === copy.id) ?? copy)
  const drafts = now.filter(({ state }) => state === 'draft')
  return (
    <Panel role="status">
      <Title order={2} size="h3">
        {m.copy_made({ count: copies.length })}
      </Title>
      <Text mt="xs">{m.copy_made_next()}</Text>
      <ul>
        {now.map((one) => (
          <li key={one.id}>
            <Local text={one.name} />, <PriceText value={one.parts.total} /> –{' '}
            {m.season_on_sale_from({ date: formatDate(one.offerStartDate) })}
          </li>
        ))}
      </ul>
      <Group gap="sm" mt="md">
        {drafts.length > 0 && <PublishButton orgId={orgId} drafts={drafts} />}
        <ButtonLink to={backPath} variant="default">
          {m.copy_back()}
        </ButtonLink>
      </Group>
    </Panel>
  )
}

const Copying = z.object({
  /** Seasons left out, because a season may join the list while it is open. */
  leftOut: z.array(z.string()),
  mode: z.enum(['same', 'percent', 'typed']),
  percent: z.string(),
  /** Prices by season. */
  typed: z.record(z.string(), z.string()),
  from: z.string(),
})
type Copying = z.infer<typeof Copying>

const copyDraft = defineDraft({ key: 'draft copy-seasons', schema: Copying, lifetime: 'tab' })

/** A year on, but a month before the season begins at the latest: members renew before the old one ends. */
function saleFrom({ offerStartDate, startDate }: OfficeSeason): string {
  const monthBefore = new Date(Date.parse(yearOn(startDate)) - 30 * 86_400_000).toISOString().slice(0, 10)
  const [earlier = monthBefore] = [yearOn(offerStartDate), monthBefore].toSorted()
  return earlier > today() ? earlier : today()
}

/** The copied price: the one when the sale began, as today's may be reduced. In øre, before VAT. */
const firstPrice = (one: OfficeSeason) => one.firstPrice ?? one.price

interface FormProps {
  readonly orgId: string
  readonly backPath: string
  readonly sources: readonly OfficeSeason[]
  readonly onCopied: (copies: readonly OfficeSeason[]) => void
}

function CopyForm({ orgId, sources, backPath, onCopied }: FormProps) {
  const { copy } = useSeasonChanges(orgId)
  const draft = useDraft(copyDraft, orgId, {
    leftOut: [],
    mode: 'same',
    percent: '3',
    typed: {},
    from: saleFrom(sources[0]!),
  })
  const { leftOut, mode, percent, typed, from } = draft.value
  const change = (part: Partial<Copying>) => draft.save({ ...draft.value, ...part })
  const leaveOut = (ids: string[]) => change({ leftOut: ids })
  const [missing, setMissing] = useState(false)
  const chosenHeading = useId()

  const priceText = (one: OfficeSeason) => typed[one.id] ?? typedAmount(firstPrice(one))
  /** No more than one over the most, which the preview says of it. */
  const priceOf = (one: OfficeSeason) => {
    if (mode === 'percent') return Math.min(raisedPrice(firstPrice(one), numberOf(percent, anyNumber)), MOST_PRICE + 1)
    return mode === 'typed' && priceText(one).trim() !== ''
      ? Math.min(minorOf(priceText(one)), MOST_PRICE + 1)
      : firstPrice(one)
  }
  const isRead = (one: OfficeSeason) =>
    mode === 'percent'
      ? numberProblem(percent, anyNumber) === null
      : mode === 'same' || amountProblem(priceText(one)) === null
  const asked = (some: readonly OfficeSeason[]): SeasonToCopy[] =>
    some.map((one) => ({ configurationId: one.id, price: priceOf(one), offerStartDate: from }))
  const dated = /^20\d\d-/.test(from)
  const [shown] = useDebouncedValue(JSON.stringify(dated ? asked(sources) : []), 300)
  const preview = useQuery({
    ...copyPreviewQuery(orgId, JSON.parse(shown) as SeasonToCopy[]),
    placeholderData: keepPreviousData,
  })
  const previews = new Map(preview.data?.map((one) => [one.configurationId, one]))
  const isFree = ({ id }: OfficeSeason) => !closed(previews.get(id))
  const wanted = sources.filter((one) => !leftOut.includes(one.id) && isFree(one))
  const income = wanted.reduce((sum, { id }) => sum + (previews.get(id)?.income.minor ?? 0), 0)
  const currency = sources[0]!.parts.total.currency

  const send = async () => {
    if (wanted.length === 0) return setMissing(true)
    if (!wanted.every(isRead)) return
    try {
      const copies = await copy.mutateAsync({ seasons: asked(wanted) })
      draft.clear()
      onCopied(copies)
    } catch {
      // Shown below; the choice stays.
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="lg">
        <Panel title={m.copy_prices()}>
          <Radio.Group
            value={mode}
            onChange={(value) => change({ mode: value })}
            label={m.copy_prices()}
            labelProps={{ display: 'none' }}
          >
            <Stack gap="sm">
              <Radio value="same" label={m.copy_prices_same()} />
              <Radio value="percent" label={m.copy_prices_percent()} />
              {mode === 'percent' && (
                <NumberField
                  ml={32}
                  maw={160}
                  {...anyNumber}
                  label={m.copy_percent()}
                  value={percent}
                  onChange={(text) => change({ percent: text })}
                />
              )}
              <Radio value="typed" label={m.copy_prices_typed()} />
            </Stack>
          </Radio.Group>
          <TextInput
            mt="lg"
            maw={260}
            type="date"
            label={m.copy_offer_start()}
            value={from}
            error={dated ? undefined : m.field_date()}
            onChange={({ currentTarget: { value } }) => change({ from: value })}
          />
        </Panel>
        <Panel title={<span id={chosenHeading}>{m.copy_which()}</span>} subtitle={m.copy_people()}>
          <Checkbox
            mb="md"
            label={m.copy_all()}
            checked={sources.filter(isFree).every(({ id }) => !leftOut.includes(id))}
            onChange={({ currentTarget: { checked } }) => leaveOut(checked ? [] : sources.map(({ id }) => id))}
          />
          <ul className={c.list} aria-labelledby={chosenHeading}>
            {sources.map((one) => (
              <li key={one.id} className={c.row}>
                <div className={c.what}>
                  <Checkbox
                    label={<Local text={one.name} />}
                    checked={wanted.includes(one)}
                    disabled={!isFree(one)}
                    onChange={({ currentTarget: { checked } }) => {
                      setMissing(false)
                      leaveOut(checked ? leftOut.filter((id) => id !== one.id) : [...leftOut, one.id])
                    }}
                  />
                  <WhatHappens preview={previews.get(one.id)} />
                  <Prices of={one} paid={previews.get(one.id)?.paid} />
                </div>
                {mode === 'typed' ? (
                  <MoneyField
                    w={170}
                    aria-label={m.copy_price_of({ name: nameOf(one) })}
                    currency={currency}
                    value={priceText(one)}
                    onChange={(text) => change({ typed: { ...typed, [one.id]: text } })}
                  />
                ) : (
                  <strong className={c.price}>
                    <PriceText value={previews.get(one.id)?.parts.total ?? one.parts.total} />
                  </strong>
                )}
              </li>
            ))}
          </ul>
          {income > 0 && (
            <Text mt="md" fw={620}>
              {m.copy_total({ amount: formatMoney({ minor: income, currency }) })}
            </Text>
          )}
        </Panel>
        {missing && (
          <Alert role="alert" color="red" icon={<IconAlertCircle />}>
            {m.copy_choose()}
          </Alert>
        )}
        {(copy.error ?? preview.error) && (
          <Alert role="alert" color="red" icon={<IconAlertCircle />}>
            {problemText(copy.error ?? preview.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <ButtonLink to={backPath} variant="default" size="md">
            {m.action_cancel()}
          </ButtonLink>
          <Button type="submit" size="md" loading={copy.isPending}>
            {m.copy_make({ count: wanted.length })}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface PricesProps {
  readonly of: OfficeSeason
  readonly paid: CopyPreview['paid'] | undefined
}

/** Prices paid for a season that was sold at several, and which of them is copied. */
function Prices({ of, paid = [] }: PricesProps) {
  const { currency } = of.parts.total
  const first = priceMembership({ ...of, price: firstPrice(of) }).total
  const now = of.parts.total.minor
  const facts = { first: formatMoney({ minor: first, currency }), now: formatMoney(of.parts.total) }
  const note = now < first ? m.copy_price_reduced(facts) : now > first ? m.copy_price_raised(facts) : null
  if (!note && paid.length < 2) return null
  return (
    <Text size="sm" c="dimmed" pl={32}>
      {paid.map(({ total, holders }) => m.copy_paid({ count: holders, amount: formatMoney(total) })).join(' · ')}
      {note && (
        <>
          {paid.length > 0 && <br />}
          {note}
        </>
      )}
    </Text>
  )
}

/** Nothing that is typed here changes it: it is copied already, another season has its days, or no season can have them. */
const closed = (preview: CopyPreview | undefined) =>
  preview?.hindrance === 'copied' ||
  preview?.hindrance === 'overlaps_series' ||
  preview?.hindrance === 'after_this_century'

function WhatHappens({ preview }: { preview: CopyPreview | undefined }) {
  if (!preview) return null
  const { hindrance, other } = preview
  if (other && closed(preview)) {
    const facts = { name: other.name, period: formatPeriod(other.startDate, other.endDate) }
    return (
      <Text size="sm" c="dimmed" pl={32}>
        {hindrance === 'copied' ? m.copy_already(facts) : m.copy_in_the_way(facts)}
      </Text>
    )
  }
  const people = [
    preview.canRenew > 0 && m.copy_can_renew({ count: preview.canRenew }),
    preview.outgrown > 0 && m.copy_outgrown({ count: preview.outgrown }),
    preview.withoutBirthDate > 0 && m.copy_without_birth_date({ count: preview.withoutBirthDate }),
    preview.renewed > 0 && m.copy_renewed({ count: preview.renewed }),
  ].filter(Boolean)
  return (
    <Stack gap={2} pl={32} aria-live="polite">
      <Text size="sm">
        <Own of={preview} field="name" />, {formatPeriod(preview.startDate, preview.endDate)}
      </Text>
      <Text size="sm" c="dimmed">
        {people.length > 0 ? people.join(' · ') : m.copy_nobody()}
      </Text>
      {hindrance && hindrance !== 'copied' && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          <IconAlertTriangle size={14} aria-hidden /> {faultWords(hindrance, 'price')}
        </Text>
      )}
    </Stack>
  )
}
