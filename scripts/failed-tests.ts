// A reporter for vitest: keeps what failed, and what passed at a later try only, so that `npm test` can tell it again at its
// end, below the output of everything that ran after it.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const inDist = (name: string) => path.resolve(import.meta.dirname, '../dist', name)

type Failure = { message?: string; stack?: string }

export default class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outsideOfTests: readonly Failure[]): void {
    const lines = [
      ...modules.flatMap((module) => [
        ...module.errors().map((error) => told(module.relativeModuleId, error)),
        ...[...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => told(`${module.relativeModuleId} › ${suite.fullName}`, error)),
        ),
        ...[...module.children.allTests('failed')].flatMap((test) =>
          (test.result().errors ?? []).map((error) => told(`${module.relativeModuleId} › ${test.fullName}`, error)),
        ),
      ]),
      ...outsideOfTests.map((error) => told('outside of any test', error)),
    ]
    const later = modules
      .flatMap((module) => [...module.children.allTests('passed')].map((test) => ({ module, test })))
      .filter(({ test }) => test.diagnostic()?.flaky)
      .map(({ module, test }) => `  ${module.relativeModuleId} › ${test.fullName}\n`)
    mkdirSync(inDist('.'), { recursive: true })
    writeFileSync(inDist('failed-tests.txt'), lines.join(''))
    writeFileSync(inDist('later-tries.txt'), later.join(''))
  }
}

/** Name, reason, and the first lines of where it happened. */
function told(name: string, error: Failure): string {
  const where = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return [`  ${name}`, `    ${error.message ?? 'no reason given'}`, ...where.slice(0, 4), ''].join('\n')
}
