import { Stack, Tabs } from '@mantine/core'
import { IconBuildingBank, IconFileText, IconHome } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { clubTextPurposes } from '#contract/club-texts.ts'
import { LeaveGuard } from '#web/api/leave-guard.tsx'
import { QueryError } from '#web/api/query-error.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { DetailsForm } from './details-form.tsx'
import { PaymentSettings } from './payment-settings.tsx'
import { ClubPictures } from './pictures.tsx'
import { settingsQuery, textsQuery } from './queries.ts'
import { TextsForm } from './texts-form.tsx'

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
  /** What other domains add, below the texts and below the payment. */
  readonly besideTexts?: ReactNode
  readonly besidePayment?: ReactNode
}

/** A club's settings. A form keeps what is typed while another section is open. */
export function SettingsPage({ orgId, section, onSection, besideTexts, besidePayment }: Props) {
  const dirty = useRef(new Set<string>())
  const mark = (form: string) => (isDirty: boolean) => {
    if (isDirty) dirty.current.add(form)
    else dirty.current.delete(form)
  }
  return (
    <>
      <LeaveGuard dirty={() => dirty.current.size > 0} hasSections />
      <Tabs value={section} onChange={(value) => onSection(sectionOf(value))}>
        <Tabs.List mb="lg">
          {Object.entries(sections).map(([name, { label, icon: Icon }]) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon size={18} stroke={1.7} aria-hidden />}>
              {label()}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="club">
          <ClubSection orgId={orgId} onDirtyChange={mark('details')} />
        </Tabs.Panel>
        <Tabs.Panel value="texts">
          <Stack gap="lg">
            <TextsSection orgId={orgId} mark={mark} />
            {besideTexts}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="payment">
          <Stack gap="lg">
            <PaymentSettings orgId={orgId} />
            {besidePayment}
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function ClubSection({ orgId, onDirtyChange }: { orgId: string; onDirtyChange: (dirty: boolean) => void }) {
  const query = useQuery(settingsQuery(orgId))
  if (!query.data) return query.error ? <QueryError query={query} /> : <SkeletonList rows={2} height={360} />
  return (
    <Stack gap="lg">
      <DetailsForm settings={query.data} onDirtyChange={onDirtyChange} />
      <ClubPictures settings={query.data} />
    </Stack>
  )
}

function TextsSection({ orgId, mark }: { orgId: string; mark: (form: string) => (dirty: boolean) => void }) {
  const query = useQuery(textsQuery(orgId))
  if (!query.data) return query.error ? <QueryError query={query} /> : <SkeletonList rows={2} height={360} />
  return (
    <Stack gap="lg">
      {clubTextPurposes.map((purpose) => (
        <TextsForm
          key={purpose}
          orgId={orgId}
          purpose={purpose}
          versions={query.data.filter((one) => one.purpose === purpose)}
          onDirtyChange={mark(purpose)}
        />
      ))}
    </Stack>
  )
}
