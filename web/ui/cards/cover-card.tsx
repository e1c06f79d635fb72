import { Box, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useId, type CSSProperties, type ReactNode } from 'react'
import { preload } from 'react-dom'
import c from './cover-card.module.css'
import page from '../page.module.css'
import { PlainLink } from '../link.tsx'

interface CoverPicture {
  readonly src: string
  readonly srcSet?: string | undefined
  readonly width: number
  readonly height: number
}

interface CoverCardProps {
  /** The club's, as a CSS colour. */
  readonly colour: string
  readonly title: ReactNode
  /** Link target of the whole card. */
  readonly to: string
  readonly tag?: ReactNode
  readonly picture?: CoverPicture | null
  /** Above the fold: the picture loads with high priority. */
  readonly first?: boolean | undefined
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

interface CoverProps extends Pick<CoverCardProps, 'colour' | 'picture' | 'first'> {
  /** The image's `sizes`; defaults to the width of a card. */
  readonly sizes?: string
  readonly children?: ReactNode
  readonly className?: string | undefined
}

/** Cards are stacked on phones and about this wide otherwise. */
const cardSizes = '(max-width: 48.49em) calc(100vw - 32px), 400px'

/** Requests the picture of the page's first card, while the page is still being drawn. */
export const preloadCover = ({ src, srcSet }: CoverPicture) =>
  preload(src, { as: 'image', imageSrcSet: srcSet, imageSizes: cardSizes, fetchPriority: 'high' })

/** A picture, or a coloured pattern. Decorative. */
export const Cover = ({ colour, picture, first = false, sizes = cardSizes, className, children }: CoverProps) => (
  <div className={[c.cover, className].filter(Boolean).join(' ')} style={{ '--club': colour } as CSSProperties}>
    {picture ? (
      <img
        {...picture}
        sizes={sizes}
        alt=""
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        className={c.picture}
      />
    ) : (
      <svg viewBox="0 0 400 96" preserveAspectRatio="none" aria-hidden>
        <path d="M0 60c60-28 120-28 180-6s130 26 220-16v58H0Z" fill="#fff" opacity=".10" />
        <path d="M0 78c80-22 150-18 220-4s120 10 180-9v31H0Z" fill="#fff" opacity=".13" />
      </svg>
    )}
    {children}
  </div>
)

export const CoverTag = ({ children }: { children: ReactNode }) => <span className={c.tag}>{children}</span>

/** A calendar leaf. Hidden from screen readers, because the full date is beside it. */
export const DateChip = ({ day, month }: { day: string; month: string }) => (
  <span className={c.chip} aria-hidden>
    <span className={c.chipDay}>{day}</span>
    <span className={c.chipMonth}>{month}</span>
  </span>
)

interface CoverCardsProps {
  /** A preview of another page's list: only three cards on phones. */
  readonly preview?: boolean
  readonly children: ReactNode
}

export const CoverCards = ({ preview, children }: CoverCardsProps) => (
  <div className={c.grid} data-preview={preview}>
    {children}
  </div>
)
