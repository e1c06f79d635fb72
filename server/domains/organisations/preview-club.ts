import { clubCover, coverSources, pictureUrl } from '#contract/organisations/picture.ts'
import { coverSizes } from '#contract/events/picture.ts'
import { textIn } from '#contract/local-text.ts'
import { Id, type Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import { ttlCache } from '#server/http/ttl-cache.ts'
import { cutBetweenWords, type Preview, type PreviewOf } from '#server/http/pages/page-preview.ts'
import { type OrganisationRow, selectOptionalOrganisation, selectOptionalOrganisationByKey } from './queries.ts'
import { siteOf } from './directory.ts'

interface ClubPreviewServices {
  readonly db: Db
  readonly publicUrl: string
  readonly productName: string
  readonly productKey: string
}

/** Seconds for which a changed, opened or closed club is still previewed as before. */
const SECONDS = 20

/** Link previews of clubs' pages; null for every other path, and for closed clubs. */
export function clubPreviews(services: ClubPreviewServices): PreviewOf {
  const inLanguage = (language: Language) =>
    ttlCache((orgId) => previewOf(services, orgId, language), { seconds: SECONDS, most: 500 })
  const read = { da: inLanguage('da'), en: inLanguage('en') }
  return async (path, language) => {
    const id = Id.safeParse(/^\/organizations-([\w-]{36})-details\/?$/.exec(path)?.[1])
    return id.success ? read[language](id.data) : null
  }
}

async function previewOf(
  { db, publicUrl, productName, productKey }: ClubPreviewServices,
  orgId: string,
  language: Language,
): Promise<Preview | null> {
  const club = await selectOptionalOrganisation(db, orgId)
  if (!club) return null
  const url = `${publicUrl}/organizations-${club.id}-details`
  const description = cutBetweenWords(textIn(club.description, language), 200) || club.city
  const site = siteOf(club)
  const { id, logo } = club
  return {
    language,
    title: club.name,
    site: productName,
    description,
    url,
    image: coverOf(club, { publicUrl, productKey }),
    data: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: club.name,
      description,
      url,
      ...(club.address && { address: club.address }),
      ...(site && { sameAs: [site] }),
      ...(logo && { logo: publicUrl + pictureUrl(productKey, id, logo) }),
    },
  }
}

/** The club's cover, which is also the first thing its page shows. */
function coverOf(
  { id, name, cover }: OrganisationRow,
  { publicUrl, productKey }: Pick<ClubPreviewServices, 'publicUrl' | 'productKey'>,
): Preview['image'] {
  if (!cover) return null
  const { src, srcSet } = coverSources(productKey, id, cover)
  return { url: publicUrl + src, ...clubCover, alt: name, shown: { srcset: srcSet, sizes: coverSizes } }
}

/** Whether an open club has this id, or this key in any case. A new club has its pages at once: what is unknown is not kept. */
export function knownClubs({ db }: { readonly db: Db }): (keyOrId: string) => Promise<boolean> {
  const find = (keyOrId: string) =>
    Id.safeParse(keyOrId).success
      ? selectOptionalOrganisation(db, keyOrId)
      : selectOptionalOrganisationByKey(db, keyOrId)
  const read = ttlCache(async (keyOrId) => ((await find(keyOrId)) ? true : null), { seconds: SECONDS, most: 1000 })
  return async (keyOrId) => (await read(keyOrId.toLowerCase())) !== null
}
