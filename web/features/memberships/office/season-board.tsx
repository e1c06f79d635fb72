import { Badge, Box, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCalendarPlus, IconChartBar, IconCopy, IconPlus } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import { clubTemplates, type ClubTemplate } from '#contract/organisations/templates.ts'
import type { OfficeSeason } from '#contract/memberships/office.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { showUndo, showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { agesWords } from '../offer-words.ts'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { firstMembershipsField } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { LinkTarget } from '#web/ui/link-target.tsx'
import { ListFrame } from '#web/ui/data-list/list-frame.tsx'
import { Local } from '#web/parts/local-text.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, formatMoney, formatPeriod } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { officeSeasonsQuery, useSeasonChanges } from './queries.ts'
import c from './season-board.module.css'
import { nameOf, stateWords } from './season-words.ts'

interface Props {
  readonly orgId: string
  readonly mayWrite: boolean
  readonly newPath: string
  readonly copyPath: string
  readonly figuresPath: string
  readonly editPath: (id: string) => string
}

/** A club's memberships by season, newest first, with what each sold. */
export function SeasonBoard({ orgId, mayWrite, newPath, copyPath, figuresPath, editPath }: Props) {
  const query = useQuery(officeSeasonsQuery(orgId))
  const seasons = query.data?.seasons
  const drafts = seasons?.filter(({ state }) => state === 'draft') ?? []
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.seasons_heading()}
        subtitle={m.seasons_explained()}
        actions={
          <>
            <ButtonLink to={figuresPath} variant="default" leftSection={<IconChartBar size={18} stroke={1.7} />}>
              {m.figures_heading()}
            </ButtonLink>
            {mayWrite && (
              <>
                {drafts.length > 0 && (
                  <LinkTarget name={firstMembershipsField}>
                    <PublishButton orgId={orgId} drafts={drafts} />
                  </LinkTarget>
                )}
                {seasons && seasons.length > 0 && (
                  <ButtonLink to={copyPath} variant="default" leftSection={<IconCopy size={18} stroke={1.7} />}>
                    {m.seasons_copy()}
                  </ButtonLink>
                )}
                <ButtonLink to={newPath} leftSection={<IconPlus size={18} stroke={1.7} />}>
                  {m.seasons_new()}
                </ButtonLink>
              </>
            )}
          </>
        }
      />
      <ListFrame
        rows={seasons}
        failed={query.error && !seasons ? <QueryError query={query} /> : undefined}
        empty={
          <EmptyState
            icon={<IconCalendarPlus size={40} stroke={1.5} />}
            title={m.seasons_none_title()}
            actions={
              mayWrite && (
                <LinkTarget name={firstMembershipsField}>
                  <Templates orgId={orgId} />
                </LinkTarget>
              )
            }
          >
            {mayWrite ? m.seasons_none() : m.seasons_none_readonly()}
          </EmptyState>
        }
      >
        {(shown) =>
          [...Map.groupBy(shown, ({ startDate, endDate }) => formatPeriod(startDate, endDate))].map(
            ([period, those]) => (
              <Panel key={period} title={period}>
                <ul className={c.list} aria-label={period}>
                  {those.map((season) => (
                    <SeasonRow
                      key={season.id}
                      orgId={orgId}
                      season={season}
                      mayWrite={mayWrite}
                      editPath={editPath(season.id)}
                    />
                  ))}
                </ul>
              </Panel>
            ),
          )
        }
      </ListFrame>
    </Stack>
  )
}

const templateNames: Record<ClubTemplate, () => string> = {
  sports: m.club_template_sports,
  choir: m.club_template_choir,
  association: m.club_template_association,
}

/** The first memberships of a club, by its kind. */
function Templates({ orgId }: { orgId: string }) {
  const { start } = useSeasonChanges(orgId)
  return (
    <Group role="group" aria-label={m.seasons_templates()} justify="center" gap="sm">
      {clubTemplates.map((template) => (
        <Button
          key={template}
          variant="light"
          loading={start.isPending && start.variables.template === template}
          disabled={start.isPending}
          onClick={() =>
            whenDone(start.mutateAsync({ template }), {
              onSuccess: () => showToast({ message: m.seasons_from_template_toast() }),
              onError: showFailure,
            })
          }
        >
          {templateNames[template]()}
        </Button>
      ))}
    </Group>
  )
}

/** Publishes all drafts together, after a look at their names. */
export function PublishButton({ orgId, drafts }: { orgId: string; drafts: readonly OfficeSeason[] }) {
  const { publish } = useSeasonChanges(orgId)
  const [asking, setAsking] = useState(false)
  const confirm = () =>
    whenDone(publish.mutateAsync({ ids: drafts.map(({ id }) => id) }), {
      onSuccess: (published) => {
        showToast({ message: m.seasons_published({ count: published.length }) })
        setAsking(false)
      },
      onError: showFailure,
    })
  const label = m.seasons_publish_drafts({ count: drafts.length })
  return (
    <>
      <Button variant="light" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <QuestionDialog
        isGood
        opened={asking}
        title={m.seasons_publish_title()}
        confirm={label}
        busy={publish.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <Text>{m.seasons_publish_means()}</Text>
        <ul>
          {drafts.map((one) => (
            <li key={one.id}>
              <Local text={one.name} />, <PriceText value={one.parts.total} /> –{' '}
              {m.season_on_sale_from({ date: formatDate(one.offerStartDate) })}
            </li>
          ))}
        </ul>
      </QuestionDialog>
    </>
  )
}

interface RowProps {
  readonly orgId: string
  readonly season: OfficeSeason
  readonly mayWrite: boolean
  readonly editPath: string
}

function SeasonRow({ orgId, season, mayWrite, editPath }: RowProps) {
  const { state, parts, reserved, income } = season
  const name = nameOf(season)
  const { color, label } = stateWords[state]
  const kinds = [
    season.isTrial && m.season_trial(),
    season.isPassive && m.season_passive(),
    season.combinable && m.season_combinable(),
  ]
  const facts = [
    agesWords(season) || m.season_all_ages(),
    state === 'over' ? '' : m.season_on_sale_from({ date: formatDate(season.offerStartDate) }),
    ...kinds,
  ]
  const sold = [
    holdersWords(season),
    reserved > 0 && m.season_reserved({ count: reserved }),
    income !== null && income.minor > 0 && m.season_income({ amount: formatMoney(income) }),
  ]
  return (
    <Box component="li" className={c.row}>
      <div className={c.what}>
        <Group gap="4px 10px">
          <Title order={3} size="h4">
            <Local text={season.name} />
          </Title>
          <Badge color={color}>{label()}</Badge>
        </Group>
        <Text size="sm" c="dimmed" className={c.facts}>
          {facts.filter(Boolean).join(' · ')}
        </Text>
        <Text size="sm">{sold.filter(Boolean).join(' · ')}</Text>
        {season.renewals && <Renewals of={season.renewals} />}
      </div>
      <strong className={c.price}>
        <PriceText value={parts.total} />
      </strong>
      {mayWrite && <RowActions orgId={orgId} season={season} name={name} editPath={editPath} />}
    </Box>
  )
}

/** How its holders went on, in words and as a bar, whose empty rest may still renew. */
function Renewals({ of: { renewed, notYet, lost } }: { of: NonNullable<OfficeSeason['renewals']> }) {
  const share = (count: number) => (count / (renewed + notYet + lost)) * 100
  const words = [
    renewed > 0 && m.season_renewed({ count: renewed }),
    notYet > 0 && m.season_not_yet({ count: notYet }),
    lost > 0 && m.season_lost({ count: lost }),
  ]
  return (
    <Group gap="4px 12px" mt={6}>
      <Progress.Root size="sm" w="10rem" aria-hidden>
        <Progress.Section value={share(renewed)} color="teal" />
        <Progress.Section value={share(lost)} color="gray" />
      </Progress.Root>
      <Text size="sm">{words.filter(Boolean).join(' · ')}</Text>
    </Group>
  )
}

function holdersWords({ state, holders }: OfficeSeason): string {
  if (state === 'over') return holders > 0 ? m.season_held_by({ count: holders }) : m.season_held_by_none()
  if (holders > 0) return m.season_holders({ count: holders })
  return state === 'draft' ? '' : m.season_sold_none()
}

const seen = ({ id, version }: OfficeSeason) => ({ configurationId: id, version })

interface ActionsProps {
  readonly orgId: string
  readonly season: OfficeSeason
  readonly name: string
  readonly editPath: string
}

function RowActions({ orgId, season, name, editPath }: ActionsProps) {
  const { publish, stop, resume, discard } = useSeasonChanges(orgId)
  const [asking, setAsking] = useState<'stop' | 'delete' | null>(null)
  const settled = { onError: showFailure, onSettled: () => setAsking(null) }
  const answers = (message: string) => ({ ...settled, onSuccess: () => showToast({ message }) })
  return (
    <Group gap="xs" className={c.actions}>
      {season.state === 'draft' && (
        <Button
          variant="default"
          aria-label={m.season_publish_named({ name })}
          loading={publish.isPending}
          onClick={() =>
            whenDone(publish.mutateAsync({ ids: [season.id] }), answers(m.seasons_published({ count: 1 })))
          }
        >
          {m.season_publish()}
        </Button>
      )}
      {season.state !== 'over' && (
        <ButtonLink variant="default" to={editPath} aria-label={m.season_edit_named({ name })}>
          {m.season_edit()}
        </ButtonLink>
      )}
      {season.state === 'draft' && (
        <Button variant="default" aria-label={m.season_delete_named({ name })} onClick={() => setAsking('delete')}>
          {m.season_delete()}
        </Button>
      )}
      {(season.state === 'on_sale' || season.state === 'announced') && (
        <Button variant="default" aria-label={m.season_stop_named({ name })} onClick={() => setAsking('stop')}>
          {m.season_stop()}
        </Button>
      )}
      {season.state === 'stopped' && (
        <Button
          variant="default"
          aria-label={m.season_resume_named({ name })}
          loading={resume.isPending}
          onClick={() => whenDone(resume.mutateAsync(seen(season)), answers(m.season_resumed_toast({ name })))}
        >
          {m.season_resume()}
        </Button>
      )}
      <QuestionDialog
        opened={asking === 'stop'}
        title={m.season_stop_title({ name })}
        confirm={m.season_stop()}
        keep={m.season_stop_keep()}
        busy={stop.isPending}
        onConfirm={() =>
          whenDone(stop.mutateAsync(seen(season)), {
            ...settled,
            onSuccess: (stopped) => showUndo(m.season_stopped_toast({ name }), () => resume.mutateAsync(seen(stopped))),
          })
        }
        onClose={() => setAsking(null)}
      >
        {m.season_stop_means()}
      </QuestionDialog>
      <QuestionDialog
        opened={asking === 'delete'}
        title={m.season_delete_title({ name })}
        confirm={m.season_delete()}
        keep={m.season_delete_keep()}
        busy={discard.isPending}
        onConfirm={() =>
          whenDone(discard.mutateAsync({ configurationId: season.id }), answers(m.season_deleted_toast({ name })))
        }
        onClose={() => setAsking(null)}
      >
        {m.season_delete_means()}
      </QuestionDialog>
    </Group>
  )
}
