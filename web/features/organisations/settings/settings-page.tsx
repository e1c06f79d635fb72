import { Stack, Tabs } from '@mantine/core'
import { IconBuildingBank, IconFileText, IconHome } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { LeaveGuard } from '#web/forms/leave-guard.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { m } from '#words/messages.js'
import { DetailsForm } from './details-form.tsx'
import { ClubPictures } from './pictures.tsx'
import { settingsQuery } from './queries.ts'

const TextsSection = lazy(async () => ({ default: (await import('./texts-form.tsx')).TextsSection }))
const PaymentSettings = lazy(async () => ({ default: (await import('./payment-settings.tsx')).PaymentSettings }))

const sections = {
  club: { label: m.settings_tab_club, icon: IconHome },
  texts: { label: m.settings_tab_texts, icon: IconFileText },
  payment: { label: m.settings_tab_payment, icon: IconBuildingBank },
} as const

type Section = keyof typeof sections

export const sectionOf = (text: unknown): Section =>
  typeof text === 'string' && Object.hasOwn(sections, text) ? (text as Section) : 'club'

interface Props {
  readonly orgId: string
  readonly section: Section
  readonly onSection: (section: Section) => void
  /** Parts of other domains, below the texts and below the payment. */
  readonly besideTexts?: ReactNode
  readonly besidePayment?: ReactNode
}

/** Parts that somebody who only looks can read, and not change. */
const Changeable = ({ children }: { children: ReactNode }) => (
  <fieldset role="presentation" disabled={useIsReadOnly()} style={{ minInlineSize: 0 }}>
    {children}
  </fieldset>
)

/** A club's settings. A form keeps what is typed while another section is open. */
export function SettingsPage({ orgId, section, onSection, besideTexts, besidePayment }: Props) {
  const dirty = useRef(new Set<string>())
  // A hidden section reads nothing: one that was never shown would be skeletons for good.
  const [seen, setSeen] = useState<readonly Section[]>([section])
  if (!seen.includes(section)) setSeen([...seen, section])
  const mark = (form: string) => (isDirty: boolean) => {
    if (isDirty) dirty.current.add(form)
    else dirty.current.delete(form)
  }
  return (
    <>
      <LeaveGuard dirty={() => dirty.current.size > 0} hasSections />
      <Tabs value={section} onChange={(value) => onSection(sectionOf(value))}>
        <TabRow selected={section}>
          {Object.entries(sections).map(([name, { label, icon: Icon }]) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon size={18} stroke={1.7} aria-hidden />}>
              {label()}
            </Tabs.Tab>
          ))}
        </TabRow>
        <Tabs.Panel value="club">
          {seen.includes('club') && (
            <Changeable>
              <ClubSection orgId={orgId} onDirtyChange={mark('details')} />
            </Changeable>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="texts">
          {seen.includes('texts') && (
            <Stack gap="lg">
              <Suspense fallback={<SkeletonList rows={2} height={360} />}>
                <Changeable>
                  <TextsSection orgId={orgId} mark={mark} />
                </Changeable>
              </Suspense>
              {besideTexts}
            </Stack>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="payment">
          {seen.includes('payment') && (
            <Stack gap="lg">
              <Suspense fallback={<SkeletonList rows={2} height={160} />}>
                <Changeable>
                  <PaymentSettings orgId={orgId} />
                </Changeable>
              </Suspense>
              <Changeable>{besidePayment}</Changeable>
            </Stack>
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function ClubSection({ orgId, onDirtyChange }: { orgId: string; onDirtyChange: (dirty: boolean) => void }) {
  const query = useQuery(settingsQuery(orgId))
  if (!query.data) return <NotLoaded query={query} rows={2} height={360} />
  return (
    <Stack gap="lg">
      <DetailsForm settings={query.data} onDirtyChange={onDirtyChange} />
      <ClubPictures settings={query.data} />
    </Stack>
  )
}
