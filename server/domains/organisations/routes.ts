import { clubSettings } from '#contract/organisations/settings.ts'
import { clubTexts } from '#contract/organisations/texts.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { office, route } from '#server/http/route.ts'
import { showClubPicture } from './club-face.ts'
import { clubOfPath } from './club-of-path.ts'
import { listSameCvr, removePicture, saveSettings, setPicture, showSettings, showShade } from './club-settings.ts'
import { listTexts, readText, writeText } from './club-texts.ts'
import { listOrganisations, listOwnOrganisations, type OwnSources } from './list-organisations.ts'
import { listDirectory, showProfile, type PublicSources } from './directory.ts'

/** Sources are facts that later domains know about clubs. */
export const organisationRoutes = (sources: OwnSources & PublicSources) => [
  route(organisations.list, { may: 'identity' }, (db, actor, input) => listOrganisations(sources, db, actor, input)),
  route(organisations.mine, { may: 'member' }, (db, actor) => listOwnOrganisations(sources, db, actor)),
  route(organisations.directory, { may: 'public', rate: { calls: 120 } }, (db, actor, input) =>
    listDirectory(sources, db, actor, input),
  ),
  route(organisations.profile, { may: 'public', rate: { calls: 120 } }, (db, actor, { id }) =>
    showProfile(sources, db, actor, id),
  ),
  // A page shows a dozen.
  route(organisations.picture, { may: 'public', rate: { calls: 1200 } }, (db, _, input) => showClubPicture(db, input)),
  route(clubTexts.read, { may: 'public', rate: { calls: 120 } }, readText),
]

const settings = { may: office('settings', clubOfPath) } as const

export const clubSettingsRoutes = () => [
  route(clubSettings.show, settings, showSettings),
  route(clubSettings.save, { ...settings, rate: { calls: 60 } }, saveSettings),
  route(clubSettings.sameCvr, settings, listSameCvr),
  route(clubSettings.shade, settings, (_, __, { colour }) => showShade(colour)),
  // Its own transaction: decoding takes longer than a connection may be held.
  route(clubSettings.setPicture, { ...settings, transaction: 'own', rate: { calls: 30 } }, setPicture),
  route(clubSettings.removePicture, { ...settings, rate: { calls: 30 } }, removePicture),
  route(clubTexts.list, settings, listTexts),
  route(clubTexts.write, { ...settings, rate: { calls: 60 } }, writeText),
]
