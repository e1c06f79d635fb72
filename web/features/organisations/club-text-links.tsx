import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import { clubTextPurposes, type ClubTextPurpose, type TextVersions } from '#contract/organisations/texts.ts'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export const purposeWords: Record<ClubTextPurpose, () => string> = {
  terms: () => m.club_terms(),
  privacy: () => m.club_privacy(),
}

interface Texts {
  readonly id: string
  readonly name: string
  readonly texts?: TextVersions | undefined
}

export const textsOf = ({ texts }: Pick<Texts, 'texts'>): ClubTextPurpose[] =>
  clubTextPurposes.filter((purpose) => texts?.[purpose])

interface Props {
  readonly clubs: readonly Texts[]
}

/** Links to the texts that a buyer agrees to. In a new tab, so that nothing filled in is lost. */
export function ConsentTexts({ clubs }: Props) {
  const links = clubs.flatMap((club) => textsOf(club).map((purpose) => ({ club, purpose })))
  if (links.length === 0) return null
  return (
    <span>
      {m.buy_consent_read()}{' '}
      {links.map(({ club, purpose }, at) => (
        <Fragment key={`${club.id} ${purpose}`}>
          {at > 0 && ' · '}
          <Anchor href={paths.clubText(club.id, purpose)} target="_blank" inherit underline="always">
            {clubs.length > 1
              ? m.club_text_of({ text: purposeWords[purpose](), club: club.name })
              : purposeWords[purpose]()}
          </Anchor>
        </Fragment>
      ))}
    </span>
  )
}
