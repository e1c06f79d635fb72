export {
  clubColumns,
  type ClubRow,
  faceOf,
  presentClub,
  setClubPicture,
  type PrintedFace,
  selectPrintedFace,
} from './club-face.ts'
export { changeClubState, isSelling, isTestState, nextStates, sells } from './club-state.ts'
export { requireStorage, selectStorage } from './club-storage.ts'
export { clubOfPath } from './club-of-path.ts'
export { clubPreviews, knownClubs } from './preview-club.ts'
export { clubSettingsRoutes, organisationRoutes } from './routes.ts'
export { listOwnOrganisations, type OwnSources } from './list-organisations.ts'
export type { Facts as OrganisationFacts } from './list-organisations.ts'
export {
  DEFAULT_CURRENCY,
  type OrganisationRow,
  selectOpenOrganisationNames,
  selectOptionalOrganisation,
  selectOptionalOrganisationByKey,
  selectOptionalOrganisationOfKey,
  selectOrganisation,
  selectOwnOrganisations,
  sellerOf,
} from './queries.ts'
