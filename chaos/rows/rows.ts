import { signInEverybody, type Person } from '../purchase/world.ts'
import { startInfrastructure } from '../stack/infrastructure.ts'
import { startPortal, type Portal } from '../stack/portal.ts'
import { crashCases, dieAt, type CrashCase } from './crash-points.ts'
import { acknowledgeEarly, killUnderLoad, type Losses } from './killed-database.ts'
import { killAfterSending } from './killed-worker.ts'

export interface Found {
  /** One line for the output. */
  readonly line: string
  readonly wrong: readonly string[]
}

/** Every crash point of the servers, or of the workers, one after the other, on an infrastructure of its own. */
export async function crashPointsRow(who: CrashCase['who']): Promise<Found> {
  const counts = who === 'server' ? { servers: 2, workers: 1 } : { servers: 1, workers: 2 }
  return onItsOwnInfrastructure(counts, async (portal) => {
    const people = await signInEverybody(portal)
    const cases = crashCases.filter((one) => one.who === who)
    const wrong: string[] = []
    for (const [index, one] of cases.entries()) {
      const broken = await dieAt(portal, people[index % people.length]!, one)
      wrong.push(...broken.map((sentence) => `${who} dies at ${one.point}: ${sentence}`))
    }
    return { line: `${cases.length} places where a ${who} dies, each purchase paid once`, wrong }
  })
}

const KILLS = 3
const CONTROLS = 6
/** Milliseconds from the kill to the next order: the portal promises to recover by itself within five seconds. */
const RECOVERY = 5_000

/** PostgreSQL killed under load; then the control with synchronous_commit=off, which must lose some orders. */
export async function killedDatabaseRow(portal: Portal, people: readonly Person[]): Promise<Found> {
  const real = await killUnderLoad(portal, people, KILLS)
  await acknowledgeEarly(portal, true)
  const control: Losses[] = []
  do control.push(await killUnderLoad(portal, people, 1))
  while (control.at(-1)!.lost === 0 && control.length < CONTROLS)
  await acknowledgeEarly(portal, false)

  const slowest = Math.max(...real.recoveries)
  const lost = control.reduce((sum, one) => sum + one.lost, 0)
  const acknowledged = control.reduce((sum, one) => sum + one.acknowledged, 0)
  return {
    line:
      `PostgreSQL killed ${real.kills} times under load: ${real.lost} of ${real.acknowledged} acknowledged orders lost, back after ` +
      `${slowest} ms at most (PostgreSQL itself ${Math.max(...real.restarts)} ms); control with synchronous_commit=off: ${lost} of ${acknowledged} lost in ${control.length} kills`,
    wrong: [
      ...(real.lost === 0 ? [] : [`I6: ${real.lost} acknowledged orders are gone`]),
      ...(real.acknowledged > 0 && real.refused > 0 ? [] : ['there was no load']),
      ...(real.politely === real.refused
        ? []
        : [`${real.refused - real.politely} answers without 503 and Retry-After`]),
      ...(real.broken === 0 ? [] : [`${real.broken} calls were not answered`]),
      ...(slowest <= RECOVERY ? [] : [`the portal was back after ${slowest} ms`]),
      ...(lost > 0 ? [] : ['the control lost nothing, so this test could not see a loss']),
    ],
  }
}

/** On an infrastructure of its own, because other rows kill theirs. */
export async function killedWorkerRow(): Promise<Found> {
  return onItsOwnInfrastructure({ servers: 1, workers: 2 }, async (portal) => {
    const { wrong, seconds } = await killAfterSending(portal)
    return {
      line: `a worker killed after sending: its job is done by another after ${seconds.toFixed(0)} s, seen once`,
      wrong,
    }
  })
}

async function onItsOwnInfrastructure(
  counts: { servers: number; workers: number },
  row: (portal: Portal) => Promise<Found>,
): Promise<Found> {
  const infrastructure = await startInfrastructure()
  const portal = await startPortal(infrastructure, counts)
  const found = await row(portal)
  await portal.stop()
  await infrastructure.stop()
  return found
}
