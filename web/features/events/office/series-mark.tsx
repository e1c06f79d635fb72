import { Box, Tooltip } from '@mantine/core'
import type { ListedEvent } from '#contract/events/office.ts'
import { IconRefresh } from '#web/ui/icons/index.ts'
import { m } from '#words/messages.js'
import { ruleWords } from './repeat-words.ts'

type Series = NonNullable<ListedEvent['series']>

export const seriesWords = ({ rule, startsOn }: Series): string => m.series_mark({ rule: ruleWords(rule, startsOn) })

/** Marks a date of a series; whoever points at it reads how it repeats. */
export const SeriesMark = ({ series }: { readonly series: Series }) => (
  <Tooltip label={seriesWords(series)} events={{ hover: true, focus: false, touch: true }}>
    <Box component="span" role="img" aria-label={seriesWords(series)} display="inline-flex" c="dimmed">
      <IconRefresh size={15} stroke={1.9} aria-hidden />
    </Box>
  </Tooltip>
)
