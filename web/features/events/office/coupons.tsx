import { Badge, Box, Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconDownload, IconPlus, IconTicket } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { OfficeCoupon } from '#contract/events/office-coupons.ts'
import { ApiProblem } from '#web/api/client.ts'
import { saveFile } from '#web/api/files.ts'
import { problemText } from '#web/api/problem-text.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { PagedRows } from '#web/parts/paged-rows.tsx'
import { showUndo, showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { useOpened } from '#web/forms/edited-form.ts'
import { paths } from '#web/paths.ts'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { EmptyState, ErrorPanel } from '#web/ui/empty-state.tsx'
import { useAddress, useSearched } from '#web/ui/data-list/list-address.ts'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { Local } from '#web/parts/local-text.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatMoney, formatNumber, momentWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { EventClub } from './event-form.ts'
import { CouponForm } from './coupon-form.tsx'
import { officeCouponQuery, officeCouponsQuery, useCouponChanges, useCouponCodes } from './coupon-queries.ts'
import { couponName, couponStateWords, couponTitle, worthWords } from './coupon-words.ts'
import c from './coupons.module.css'

interface Props {
  readonly club: EventClub
  readonly mayWrite: boolean
}

/** A club's discount codes, newest first; a batch is one row. */
export function Coupons({ club, mayWrite }: Props) {
  const { textOf, change } = useAddress()
  const searched = useSearched()
  const eventId = textOf('event') ?? ''
  const pages = useInfiniteQuery(officeCouponsQuery(club.id, { search: searched.state.search, eventId }))
  const events = pages.data?.pages[0]?.events ?? []
  const create = mayWrite && (
    <ButtonLink
      to={paths.officeCoupon(club.key, 'new', eventId ? { event: eventId } : {})}
      leftSection={<IconPlus size={18} stroke={1.7} />}
    >
      {m.codes_new()}
    </ButtonLink>
  )
  return (
    <Stack gap="lg">
      <PageHeader title={m.codes_heading()} subtitle={m.codes_explained()} actions={create} />
      <PagedRows
        pages={pages}
        rowsOf={(page) => page.coupons}
        searchLabel={m.codes_search()}
        {...searched}
        tools={
          <Select
            searchable
            allowDeselect={false}
            aria-label={m.codes_filter_event()}
            nothingFoundMessage={m.codes_event_none()}
            data={[
              { value: '', label: m.codes_filter_all() },
              ...events.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            value={eventId}
            onChange={(event) => change({ event: event ?? '' })}
          />
        }
        empty={
          <EmptyState
            icon={<IconTicket size={40} stroke={1.5} />}
            title={eventId ? m.codes_none_event_title() : m.codes_none_title()}
            actions={create}
          >
            {m.codes_none()}
          </EmptyState>
        }
      >
        {(coupons) => (
          <Panel>
            <Stack component="ul" gap={0} aria-label={m.codes_heading()}>
              {coupons.map((coupon) => (
                <CouponRow key={coupon.id} club={club} eventId={eventId} coupon={coupon} mayWrite={mayWrite} />
              ))}
            </Stack>
          </Panel>
        )}
      </PagedRows>
    </Stack>
  )
}

interface RowProps extends Props {
  /** The list is of codes for this event; blank for all. */
  readonly eventId: string
  readonly coupon: OfficeCoupon
}

function CouponRow(props: RowProps) {
  const { coupon } = props
  const { codes, code, fields, state, event, used, held, left, given } = coupon
  const { color, label } = couponStateWords[state]
  const most = codes ?? fields.totalLimit
  const facts = [
    worthWords(fields, given?.currency ?? 'DKK'),
    event ?? m.codes_event_all(),
    fields.validFrom && m.codes_from({ moment: localWords(fields.validFrom) }),
    fields.validUntil && m.codes_until({ moment: localWords(fields.validUntil) }),
    fields.listed && m.codes_is_listed(),
  ]
  const counts = [
    most === null ? m.codes_used({ count: used }) : m.codes_used_of({ count: used, most: formatNumber(most) }),
    held > 0 && m.codes_held({ count: held }),
    left !== null && m.codes_left({ count: formatNumber(left) }),
    given && given.minor > 0 && m.codes_given({ amount: formatMoney(given) }),
  ]
  return (
    <Box component="li" className={c.row}>
      <Box flex="1 1 18rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="4px 10px">
          <Title order={2} size="h4">
            {codes === null ? code : m.codes_batch_of({ count: formatNumber(codes) })}
          </Title>
          <Badge color={color}>{label()}</Badge>
        </Group>
        <Text size="sm">
          <Local text={fields.name} />
        </Text>
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
        {coupon.goneCategories.length > 0 && (
          <Text size="sm" fw={600} c="var(--mantine-color-coral-light-color)">
            {coupon.goneCategories.length === fields.categories?.length ? m.codes_gone_all() : m.codes_gone_some()}
          </Text>
        )}
        <Text size="sm">{counts.filter(Boolean).join(' · ')}</Text>
      </Box>
      <RowActions {...props} />
    </Box>
  )
}

/** A local time of a form, `2027-07-05T09:30`, in words. */
const localWords = (local: string): string => momentWords(`${local}:00Z`, 'UTC')

const seen = ({ id, version }: OfficeCoupon) => ({ couponId: id, version })

function RowActions({ club, eventId, coupon, mayWrite }: RowProps) {
  const { stop, resume } = useCouponChanges(club.id)
  const query = eventId ? { event: eventId } : {}
  const [asking, setAsking] = useState(false)
  const name = couponTitle(coupon)
  const onStop = () =>
    whenDone(stop.mutateAsync(seen(coupon)), {
      onSuccess: (stopped) => showUndo(m.codes_stopped_toast({ name }), () => resume.mutateAsync(seen(stopped))),
      onError: showFailure,
      onSettled: () => setAsking(false),
    })
  const onResume = () =>
    whenDone(resume.mutateAsync(seen(coupon)), {
      onSuccess: () => showToast({ message: m.codes_resumed_toast({ name }) }),
      onError: showFailure,
    })
  return (
    <Group gap="xs" className={c.actions}>
      <ButtonLink
        variant="default"
        to={paths.couponUses(club.key, coupon.id, query)}
        aria-label={m.codes_uses_named({ name })}
        data-list-row={coupon.id}
      >
        {m.codes_uses()}
      </ButtonLink>
      {coupon.codes !== null && <DownloadCodes orgId={club.id} coupon={coupon} />}
      {mayWrite && (
        <ButtonLink
          variant="default"
          to={paths.officeCoupon(club.key, coupon.id, query)}
          aria-label={m.codes_edit_named({ name })}
        >
          {m.codes_edit()}
        </ButtonLink>
      )}
      {mayWrite &&
        (coupon.state === 'stopped' ? (
          <Button
            variant="default"
            aria-label={m.codes_resume_named({ name })}
            loading={resume.isPending}
            onClick={onResume}
          >
            {m.codes_resume()}
          </Button>
        ) : (
          coupon.state !== 'over' && (
            <Button variant="default" aria-label={m.codes_stop_named({ name })} onClick={() => setAsking(true)}>
              {m.codes_stop()}
            </Button>
          )
        ))}
      <QuestionDialog
        opened={asking}
        title={m.codes_stop_title({ name })}
        confirm={m.codes_stop()}
        keep={m.codes_stop_keep()}
        busy={stop.isPending}
        onConfirm={onStop}
        onClose={() => setAsking(false)}
      >
        {m.codes_stop_means()}
      </QuestionDialog>
    </Group>
  )
}

/** The codes of a batch as a file for a spreadsheet. */
function DownloadCodes({ orgId, coupon }: Pick<RowProps, 'coupon'> & { readonly orgId: string }) {
  const codes = useCouponCodes(orgId)
  return (
    <Button
      variant="default"
      loading={codes.isPending}
      leftSection={<IconDownload size={16} stroke={1.7} />}
      aria-label={m.codes_csv_named({ name: couponName(coupon.fields) })}
      onClick={() => whenDone(codes.mutateAsync(coupon.id), { onSuccess: saveFile, onError: showFailure })}
    >
      {m.codes_csv()}
    </Button>
  )
}

interface PageProps {
  readonly club: EventClub
  /** `new` for a new one. */
  readonly id: string
}

/** The form of a code, once it and the club's events are there; a new one is for the event of its address. */
export function CouponPage({ club: { id: orgId, key }, id }: PageProps) {
  const eventId = useAddress().textOf('event')
  const go = useNavigateTo()
  const backPath = paths.officeCoupons(key, eventId ? { event: eventId } : {})
  const list = useInfiniteQuery(officeCouponsQuery(orgId, { eventId: eventId ?? '' }))
  const one = useQuery({ ...officeCouponQuery(orgId, id), enabled: id !== 'new' })
  const coupon = useOpened(one)
  const events = list.data?.pages[0]?.events
  if (one.error instanceof ApiProblem && one.error.code === 'coupon_not_found')
    return (
      <ErrorPanel
        order={1}
        message={problemText(one.error)}
        actions={<ButtonLink to={backPath}>{m.codes_back()}</ButtonLink>}
      />
    )
  if (!events || (id !== 'new' && !coupon)) return <NotLoaded query={list.error ? list : one} rows={4} height={180} />
  return (
    <CouponForm
      orgId={orgId}
      coupon={coupon ?? null}
      events={events}
      eventId={eventId}
      onDone={() => void go(backPath)}
    />
  )
}
