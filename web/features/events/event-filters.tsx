import { Button, Checkbox } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconFilterOff } from '#web/ui/icons/index.ts'
import { useId, useState } from 'react'
import { useSearch } from '@tanstack/react-router'
import { AddressDayField } from '#web/ui/fields/address-day-field.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import type { ClubChoices } from '#web/ui/fields/club-choices.ts'
import { ClubField } from '#web/ui/fields/club-field.tsx'
import { AddressSearchField, useTypedText } from '#web/ui/fields/search-field.tsx'
import { useOptimisticParam } from '#web/ui/use-optimistic-param.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import styles from './event-filters.module.css'
import { kindWords, langOfKind } from './kinds.tsx'
import { type EventFilter, isNarrowed, readFilter, writeFilter } from './filters.ts'

interface Props {
  readonly filter: EventFilter
  /** @param typing replaces the history entry, so that Back doesn't stop at each letter */
  readonly onChange: (filter: EventFilter, typing?: boolean) => unknown
  /** Omitted on a club's own page; undefined while loading. */
  readonly clubs?: ClubChoices | undefined
  readonly ofClub?: boolean
  readonly kinds?: readonly string[]
  /** Without what only a member's family has. */
  readonly isVisitor?: boolean
}

/** Filters of an event list, stored in the URL. */
export function EventFilters(props: Props) {
  const { filter: inAddress, onChange, clubs, ofClub = false, kinds = [], isVisitor = false } = props
  const [filter, choose] = useOptimisticParam(inAddress, onChange)
  const { club = '', kind = '', when = '', fits = false } = filter
  const count = [club, kind, when, fits].filter(Boolean).length
  // On phones the filters start collapsed, unless one is set.
  const [unfolded, setUnfolded] = useState(count > 0)
  const fields = useId()
  // Lists an unknown kind from the URL too, so that it can be removed.
  const listed = kind === '' || kinds.includes(kind) ? kinds : [...kinds, kind]
  return (
    <search className={styles.filters} aria-label={m.events_filter()} data-unfolded={unfolded || undefined}>
      <AddressSearchField
        label={m.events_search()}
        placeholder={ofClub ? m.events_search_hint_club() : m.events_search_hint()}
        value={filter.search ?? ''}
        onSearch={(search) => onChange({ ...filter, search }, true)}
        className={styles.search ?? ''}
      />
      <Button
        variant="default"
        className={styles.fold ?? ''}
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.7} />}
        aria-expanded={unfolded}
        aria-controls={fields}
        onClick={() => setUnfolded(!unfolded)}
      >
        {count > 0 ? m.events_fold_count({ count }) : m.events_fold()}
      </Button>
      <div id={fields} className={styles.fields}>
        {!ofClub && (
          <ClubField
            by="key"
            label={m.events_club()}
            value={club}
            choices={clubs ?? noClubs}
            none={m.events_club_all()}
            onChange={(value) => choose({ ...filter, club: value })}
          />
        )}
        {!isVisitor && (
          <ChoiceField
            label={m.events_kind()}
            value={kind}
            data={[
              { value: '', label: m.events_kind_all() },
              ...listed.map((name) => ({ value: name, label: kindWords(name), lang: langOfKind(name) })),
            ]}
            onChange={({ currentTarget: { value } }) => choose({ ...filter, kind: value })}
          />
        )}
        <ChoiceField
          label={m.events_when()}
          value={when}
          data={[
            { value: '', label: m.events_when_all() },
            { value: 'week', label: m.events_when_week() },
            { value: 'month', label: m.events_when_month() },
            { value: 'range', label: m.events_when_range() },
          ]}
          onChange={({ currentTarget: { value } }) => {
            const { when: _, ...rest } = filter
            choose(value === '' ? rest : { ...rest, when: value as NonNullable<EventFilter['when']> })
          }}
        />
        {when === 'range' && <DayFields filter={filter} onChange={onChange} />}
        <div className={styles.foot}>
          {!isVisitor && (
            <Checkbox
              label={m.events_fits()}
              checked={fits}
              onChange={({ currentTarget: { checked } }) => {
                const { fits: _, ...rest } = filter
                choose(checked ? { ...rest, fits: true } : rest)
              }}
            />
          )}
          {isNarrowed(filter) && (
            <Button
              variant="subtle"
              size="compact-md"
              leftSection={<IconFilterOff size={16} stroke={1.7} />}
              onClick={({ currentTarget, detail }) => {
                // The pressed button goes. A finger would open the keyboard.
                if (detail === 0) currentTarget.closest('search')?.querySelector('input')?.focus()
                choose({})
              }}
            >
              {m.events_clear()}
            </Button>
          )}
        </div>
      </div>
    </search>
  )
}

const noClubs: ClubChoices = { complete: true, listed: [], known: [], onSearch: () => {}, onUnknown: () => {} }

type FieldProps = Pick<Props, 'filter' | 'onChange'>

function DayFields({ filter, onChange }: FieldProps) {
  const from = useTypedText(filter.from ?? '')
  const until = useTypedText(filter.until ?? '')
  // The URL may not have the other field's last change yet.
  const change = (day: Pick<EventFilter, 'from' | 'until'>) =>
    onChange({ ...filter, from: from.sent, until: until.sent, ...day }, true)
  return (
    <>
      <AddressDayField label={m.events_from()} text={from} max={until.sent} onDay={(day) => change({ from: day })} />
      <AddressDayField label={m.events_until()} text={until} min={from.sent} onDay={(day) => change({ until: day })} />
    </>
  )
}

/** The filter in the URL, and a function to change it. */
export function useFilter(addressOf: (query: Record<string, string>) => string, { isVisitor = false } = {}) {
  const filter = readFilter(useSearch({ strict: false }), { isVisitor })
  const go = useNavigateTo()
  const change = (next: EventFilter, typing = false) =>
    go(addressOf(writeFilter(next)), { replace: typing, stay: true })
  return [filter, change] as const
}
