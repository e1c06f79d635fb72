import { imports } from '#contract/people/imports.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import { startCheck } from './check-import.ts'
import { linkHousehold, listHouseholds } from './households.ts'
import { chooseRows, fixRow, listRows, splitRow } from './import-rows.ts'
import { discardImport, saveChoices, saveColumns, startRun, startUndo, uploadImport } from './imports.ts'
import { listImports, showImport } from './show-import.ts'
import { inviteImported, previewInvite, stopInvite } from './invite.ts'

const read = { may: office('members.read', clubOfPath), rate: { calls: 240 } }
const write = { may: office('members.write', clubOfPath), rate: { calls: 240 } }

export const importRoutes = () => [
  route(imports.list, read, listImports),
  // A workbook takes longer to read than a connection may be held.
  route(imports.upload, { ...write, transaction: 'own', rate: { calls: 20, daily: 200 } }, uploadImport),
  route(imports.show, read, showImport),
  route(imports.discard, write, discardImport),
  route(imports.saveColumns, write, saveColumns),
  route(imports.saveChoices, write, saveChoices),
  route(imports.check, { ...write, rate: { calls: 30 } }, startCheck),
  route(imports.rows, read, listRows),
  route(imports.fixRow, write, fixRow),
  route(imports.splitRow, write, splitRow),
  route(imports.choose, write, chooseRows),
  route(imports.run, { ...write, rate: { calls: 20 } }, startRun),
  route(imports.undo, { ...write, rate: { calls: 20 } }, startUndo),
  route(imports.households, read, listHouseholds),
  route(imports.linkHousehold, write, linkHousehold),
  route(imports.invitePreview, read, previewInvite),
  route(imports.invite, { ...write, rate: { calls: 20 } }, inviteImported),
  route(imports.stopInvite, write, stopInvite),
]
