import { Box, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import c from './cover-card.module.css'
import page from '../page.module.css'
import { PlainLink } from '../link.tsx'
import { Cover, type CoverProps, CoverTag, DateChip } from './cover.tsx'

interface CoverCardProps extends Pick<CoverProps, 'colour' | 'picture' | 'first'> {
  readonly title: ReactNode
  /** Link target of the whole card. */
  readonly to: string
  readonly tag?: ReactNode
  /** Over the cover's edge, as the chip is: a logo. */
  readonly mark?: ReactNode
  readonly chip?: { readonly day: string; readonly month: string }
  /** One line each. */
  readonly facts?: readonly { readonly icon: ReactNode; readonly text: ReactNode }[]
  readonly text?: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly order?: 2 | 3
}

/** A card with a cover: a picture, or a coloured pattern. */
export function CoverCard(props: CoverCardProps) {
  const { colour, title, to, tag, picture, first, mark, chip, facts = [], text, children, action, order = 3 } = props
  const heading = useId()
  return (
    // Two events may have one title on two days.
    <Card component="article" className={page.lifts ?? ''} padding={0} aria-labelledby={`${heading} ${heading}-fact`}>
      <Cover colour={colour} picture={picture} first={first}>
        {tag && <CoverTag>{tag}</CoverTag>}
        {chip && <DateChip {...chip} />}
        {mark && <div className={c.mark}>{mark}</div>}
      </Cover>
      <Stack gap="xs" flex={1} p={20} pt={chip || mark ? 38 : 20}>
        <Title order={order} size="h3" id={heading}>
          <PlainLink to={to} className={page.wholeLink ?? ''} data-list-row>
            {title}
          </PlainLink>
        </Title>
        {facts.map((fact, at) => (
          <Group key={at} gap="xs" wrap="nowrap" fz="sm" c="dimmed">
            <Box component="span" display="contents" aria-hidden>
              {fact.icon}
            </Box>
            <span id={at === 0 ? `${heading}-fact` : undefined}>{fact.text}</span>
          </Group>
        ))}
        {text && (
          <Text c="dimmed" size="sm" lineClamp={3}>
            {text}
          </Text>
        )}
        {children}
        {action && (
          // Above the link that covers the card.
          <Group justify="flex-end" mt="auto" pt={10} pos="relative" style={{ zIndex: 1 }}>
            {action}
          </Group>
        )}
      </Stack>
    </Card>
  )
}
