import { Id } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import { keepBriefly } from '#server/http/keep-briefly.ts'
import { cutBetweenWords, type Preview, type PreviewOf } from '#server/http/pages/page-preview.ts'
import { selectOptionalOrganisation } from './queries.ts'
import { siteOf } from './show-to-anyone.ts'

interface ClubPreviewServices {
  readonly db: Db
  readonly publicUrl: string
  readonly productName: string
}

/** How long what was changed at a club is still said as it was when somebody shares its address. */
const SECONDS = 20

/** What to say of a club where the address of its page is shared; null for every other path, and for closed clubs. */
export function clubPreviews(services: ClubPreviewServices): PreviewOf {
  const read = keepBriefly((orgId) => previewOf(services, orgId), { seconds: SECONDS, most: 500 })
  return async (path) => {
    const id = Id.safeParse(/^\/organizations-([\w-]{36})-details\/?$/.exec(path)?.[1])
    return id.success ? read(id.data) : null
  }
}

async function previewOf({ db, publicUrl, productName }: ClubPreviewServices, orgId: string): Promise<Preview | null> {
  const club = await selectOptionalOrganisation(db, orgId)
  if (!club) return null
  const url = `${publicUrl}/organizations-${club.id}-details`
  const description = cutBetweenWords(club.descriptionDa, 200) || club.city
  const site = siteOf(club)
  return {
    title: club.name,
    site: productName,
    description,
    url,
    image: null,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: club.name,
      description,
      url,
      ...(club.address && { address: club.address }),
      ...(site && { sameAs: [site] }),
    },
  }
}
