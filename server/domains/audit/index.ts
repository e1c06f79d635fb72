export {
  delayAction,
  delayedHandler,
  delayedJob,
  type DelayedRow,
  delayedThing,
  isBegun,
  dropOldRefused,
  dropRefused,
  forgetPayload,
  peopleDelayedAt,
  selectActions,
  selectDelayed,
  selectEndable,
  selectPersonalAction,
  selectWaitingOfPress,
  stopAction,
  stopWaiting,
} from './delayed-actions.ts'
export {
  type HistorySight,
  historySight,
  inWords,
  type KeptEntry,
  listHistory,
  listHistoryOfEvent,
  listHistoryOfPerson,
  readHistory,
  type WhichHistory,
} from './history.ts'
export { historySentence, wordOf, writtenFields } from './history-words.ts'
export { type OfficeChange, recordFoldedChange, recordOfficeChange, recordOperatorChange } from './record-change.ts'
