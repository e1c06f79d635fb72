import { Avatar } from '@mantine/core'
import { colourOf, logoOf, type NamedClub } from '#web/api/club-urls.ts'
import { useIsOffline } from '#web/api/network/network.ts'
import { CoverTag } from '#web/ui/cards/cover.tsx'
import { initialsOf } from '#web/ui/initials.tsx'
import c from './club-mark.module.css'

interface Props {
  readonly club: NamedClub
  /** Pixels. */
  readonly size?: number
  /** On a cover: with an edge around it. */
  readonly raised?: boolean
}

/** A club's logo, or its initials in its colour, also without network. Decorative: the name is beside it. */
export const ClubMark = ({ club, size = 40, raised = false }: Props) => (
  <Avatar
    src={useIsOffline() ? null : logoOf(club, size > 56 ? 'full' : 'small')}
    alt=""
    size={size}
    radius={Math.round(size * 0.26)}
    className={c.mark ?? ''}
    data-raised={raised || undefined}
    imageProps={{ width: size, height: size, loading: 'lazy', decoding: 'async' }}
    styles={{ placeholder: { color: '#fff', background: colourOf(club), fontSize: Math.round(size * 0.38) } }}
    aria-hidden
  >
    {initialsOf(club.name)}
  </Avatar>
)

/** The club on a cover of something of its own, with its logo. */
export const ClubTag = ({ club }: Pick<Props, 'club'>) => (
  <CoverTag>
    <span className={c.tag}>
      <ClubMark club={club} size={20} />
    </span>
    {club.name}
  </CoverTag>
)
