import { reloadWhenPartsAreGone } from '#web/api/new-build/chunk-reload.ts'
import { startSession } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'

reloadWhenPartsAreGone()

/** Settled when it is known who is signed in. */
export const sessionStarted = startSession({ callback: paths.loginSuccess(), lockScreen: paths.lockScreen() })
