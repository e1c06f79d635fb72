import { failStart } from '#server/context.ts'
import { startPortal } from './portal.ts'
import { welcome } from './welcome.ts'

try {
  console.log(welcome(await startPortal()))
} catch (error) {
  failStart(error)
}
