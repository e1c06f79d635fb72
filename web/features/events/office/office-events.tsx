import {
  ActionIcon,
  Badge,
  Box,
  Button,
  Group,
  Image,
  Menu,
  type MenuItemProps,
  SegmentedControl,
  Stack,
  Tabs,
} from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  type Icon,
  IconCalendarCancel,
  IconCalendarPlus,
  IconChartBar,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconEye,
  IconPencil,
  IconPhoto,
  IconPlus,
} from '#web/ui/icons/index.ts'
import { lazy, Suspense, useState } from 'react'
import { EventTab, type ListedEvent } from '#contract/events/office.ts'
import { pictureOf } from '#web/api/event-urls.ts'
import { PagedList } from '#web/parts/paged-list.tsx'
import { paths } from '#web/paths.ts'
import type { ListColumn } from '#web/ui/data-list/data-list.tsx'
import { useAddress, useSearched } from '#web/ui/data-list/list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, PlainLink, TextLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { whenWords } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { EventTitle, SeriesMark, SoldPlaces, WaitingGuests } from './listed-event.tsx'
import { badgeWords, titleOf } from './listed-words.ts'
import { officeEventsQuery } from './queries.ts'

const NewEvent = lazy(async () => ({ default: (await import('./new-event.tsx')).NewEvent }))
// With the kit's schedule.
const OfficeCalendar = lazy(async () => ({ default: (await import('./office-calendar.tsx')).OfficeCalendar }))

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly mayWrite: boolean
  readonly seesMoney: boolean
}

const tabWords: Readonly<Record<EventTab, () => string>> = {
  coming: m.office_events_tab_coming,
  drafts: m.office_events_tab_drafts,
  over: m.office_events_tab_over,
  cancelled: m.office_events_tab_cancelled,
}

const noneWords: Readonly<Record<EventTab, readonly [title: () => string, text: () => string]>> = {
  coming: [m.office_events_none_coming_title, m.office_events_none_coming],
  drafts: [m.office_events_none_drafts_title, m.office_events_none_drafts],
  over: [m.office_events_none_over_title, m.office_events_none_over],
  cancelled: [m.office_events_none_cancelled_title, m.office_events_none_cancelled],
}

/** A club's events for its office: a list by state, or a calendar. */
export function OfficeEvents({ club, mayWrite, seesMoney }: Props) {
  const { textOf, change } = useAddress()
  const view = textOf('view') === 'calendar' ? 'calendar' : 'list'
  const [creating, setCreating] = useState(false)
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.office_events()}
        subtitle={m.office_events_explained()}
        actions={
          <>
            {mayWrite && (
              <ButtonLink to={paths.officeCoupons(club.key)} variant="default">
                {m.codes_heading()}
              </ButtonLink>
            )}
            <SegmentedControl
              aria-label={m.office_events_view()}
              color="fjord"
              value={view}
              onChange={(value) => change({ view: value === 'calendar' ? value : undefined })}
              data={[
                { value: 'list', label: m.office_events_list() },
                { value: 'calendar', label: m.office_events_calendar() },
              ]}
            />
            <ButtonLink
              to={paths.officeEventFigures(club.key)}
              variant="default"
              leftSection={<IconChartBar size={18} stroke={1.7} />}
            >
              {m.figures_heading()}
            </ButtonLink>
            {mayWrite && (
              <Button leftSection={<IconPlus size={18} stroke={1.7} />} onClick={() => setCreating(true)}>
                {m.office_events_new()}
              </Button>
            )}
          </>
        }
      />
      {view === 'calendar' ? (
        <Suspense fallback={<SkeletonList rows={6} height={96} />}>
          <OfficeCalendar club={club} />
        </Suspense>
      ) : (
        <EventsList {...{ club, mayWrite, seesMoney }} />
      )}
      <Suspense>{creating && <NewEvent club={club} onClose={() => setCreating(false)} />}</Suspense>
    </Stack>
  )
}

function EventsList({ club, mayWrite, seesMoney }: Props) {
  const { textOf, change } = useAddress()
  const tab = EventTab.safeParse(textOf('tab')).data ?? 'coming'
  const searched = useSearched()
  const pages = useInfiniteQuery(officeEventsQuery(club.id, tab, searched.state.search))
  const counts = pages.data?.pages[0]?.counts
  const [copying, setCopying] = useState<ListedEvent | null>(null)
  const [title, text] = noneWords[tab]
  return (
    <Tabs value={tab} onChange={(next) => change({ tab: next === 'coming' || next === null ? undefined : next })}>
      <TabRow selected={tab}>
        {EventTab.options.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {counts ? m.office_events_tab_count({ tab: tabWords[one](), count: counts[one] }) : tabWords[one]()}
          </Tabs.Tab>
        ))}
      </TabRow>
      <Tabs.Panel value={tab}>
        <PagedList
          name="office-events"
          label={tabWords[tab]()}
          pages={pages}
          rowsOf={(page) => page.events}
          totalOf={(page) => (searched.state.search ? undefined : page.counts[tab])}
          columns={columns(club.key, mayWrite ? setCopying : null).filter(({ name }) => seesMoney || name !== 'income')}
          idOf={({ id }) => id}
          nameOf={titleOf}
          linkOf={({ id }) => paths.officeEvent(club.key, id)}
          countWords={(count) => m.events_count({ count })}
          searchLabel={m.office_events_search()}
          searchHint={m.office_events_search_hint()}
          {...searched}
          empty={
            <EmptyState icon={<IconCalendarPlus size={40} stroke={1.5} />} title={title()}>
              {text()}
            </EmptyState>
          }
        />
      </Tabs.Panel>
      <Suspense>{copying && <NewEvent club={club} event={copying} onClose={() => setCopying(null)} />}</Suspense>
    </Tabs>
  )
}

const columns = (orgKey: string, onCopy: ((event: ListedEvent) => void) | null): ListColumn<ListedEvent>[] => [
  {
    name: 'title',
    title: m.office_events_title(),
    render: (event) => (
      <Group gap="4px 12px" component="span">
        <Thumbnail event={event} />
        <Box component="span" flex="1 1 8rem">
          <EventTitle event={event} />
        </Box>
      </Group>
    ),
  },
  {
    name: 'when',
    title: m.office_events_when(),
    render: (event) => (
      <>
        {whenWords(event, 'dated')}
        {event.series && (
          <>
            {' '}
            <SeriesMark series={event.series} />{' '}
            <TextLink to={paths.eventSeries(orgKey, event.series.id)} inherit>
              {event.series.more > 0 ? m.series_more({ count: event.series.more }) : m.series_title()}
            </TextLink>
          </>
        )}
      </>
    ),
  },
  {
    name: 'state',
    title: m.office_events_state(),
    render: ({ badge }) => <Badge color={badgeWords[badge].color}>{badgeWords[badge].label()}</Badge>,
  },
  {
    name: 'places',
    title: m.event_places(),
    width: 210,
    render: (event) => (
      <>
        <SoldPlaces event={event} />
        <WaitingGuests orgKey={orgKey} event={event} />
      </>
    ),
  },
  {
    name: 'income',
    title: m.office_events_income(),
    align: 'right',
    render: ({ income }) => income && income.minor !== 0 && <MoneyText value={income} />,
  },
  {
    name: 'actions',
    title: m.office_events_actions(),
    align: 'right',
    render: (event) => <RowMenu orgKey={orgKey} event={event} onCopy={onCopy} />,
  },
]

/** Pictures are public, so that one of an event which nobody sees yet is not there. */
function Thumbnail({ event }: { event: ListedEvent }) {
  const picture = event.badge === 'draft' || event.badge === 'hidden' ? null : pictureOf(event)
  if (picture)
    return <Image src={`${picture.src}&size=small`} alt="" w={56} h={36} radius="sm" fit="cover" flex="none" />
  return (
    <Box component="span" w={56} h={36} flex="none" ta="center" c="dimmed" pt={6} aria-hidden>
      <IconPhoto size={22} stroke={1.5} />
    </Box>
  )
}

interface RowMenuProps {
  readonly orgKey: string
  readonly event: ListedEvent
  readonly onCopy: Parameters<typeof columns>[1]
}

function RowMenu({ orgKey, event, onCopy }: RowMenuProps) {
  const { id, status } = event
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={m.office_events_actions_of({ title: titleOf(event) })}>
          <IconDots size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <LinkItem to={paths.officeEvent(orgKey, id)} icon={IconPencil}>
          {m.office_events_open()}
        </LinkItem>
        {onCopy && (
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => onCopy(event)}>
            {m.office_events_duplicate()}
          </Menu.Item>
        )}
        {status !== 'cancelled' && (
          <LinkItem to={paths.officeEventPreview(orgKey, id)} icon={IconEye}>
            {m.event_preview_title()}
          </LinkItem>
        )}
        {status === 'published' && (
          <LinkItem to={paths.event(orgKey, id)} icon={IconExternalLink}>
            {m.office_events_preview()}
          </LinkItem>
        )}
        {onCopy && status === 'published' && (
          <LinkItem to={paths.cancelEvent(orgKey, id)} color="red" icon={IconCalendarCancel}>
            {m.event_cancel_menu()}
          </LinkItem>
        )}
        {status === 'cancelled' && (
          <LinkItem to={paths.cancelEvent(orgKey, id)} icon={IconCalendarCancel}>
            {m.event_cancel_banner_show()}
          </LinkItem>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface LinkItemProps extends MenuItemProps {
  readonly to: string
  readonly icon: Icon
}

const LinkItem = ({ icon: Picture, ...item }: LinkItemProps) => (
  <Menu.Item component={PlainLink} leftSection={<Picture size={16} aria-hidden />} {...item} />
)
