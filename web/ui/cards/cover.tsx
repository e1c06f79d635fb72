import { useState, type CSSProperties, type ReactNode } from 'react'
import { preload } from 'react-dom'
import c from './cover-card.module.css'

interface CoverPicture {
  readonly src: string
  readonly srcSet?: string | undefined
  readonly width: number
  readonly height: number
}

export interface CoverProps {
  /** The club's, as a CSS colour. */
  readonly colour: string
  readonly picture?: CoverPicture | null
  /** Above the fold: the picture loads with high priority. */
  readonly first?: boolean | undefined
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

/** A picture, or a coloured pattern, which also stands in for a picture that cannot be loaded. Decorative. */
export function Cover({ colour, picture, first = false, sizes = cardSizes, className, children }: CoverProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className={[c.cover, className].filter(Boolean).join(' ')} style={{ '--club': colour } as CSSProperties}>
      {picture && picture.src !== failed ? (
        <img
          {...picture}
          sizes={sizes}
          alt=""
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          decoding="async"
          className={c.picture}
          onError={() => setFailed(picture.src)}
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
}

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
