import { beforeEach, TestRunner, type RunnerTestSuite } from 'vitest'

/** A suite with those that it lies in, its file last. */
const withParents = (suite: RunnerTestSuite): RunnerTestSuite[] =>
  suite === suite.file ? [suite] : [suite, ...withParents(suite.suite ?? suite.file)]

// Another try begins as the first did: what all tests of a file share, above all an app with its database, is made anew. The
// last try has left its rows there, its log, its jobs and whom it slows down. An `afterEach` here that fails every first try finds
// the tests that cannot be tried again.
beforeEach(async ({ task }) => {
  if (!task.result?.retryCount) return
  const suites = withParents(task.suite ?? task.file)
  for (const suite of suites) for (const end of TestRunner.getSuiteHooks(suite).afterAll.toReversed()) await end(suite)
  for (const suite of suites.toReversed())
    for (const begin of TestRunner.getSuiteHooks(suite).beforeAll) await begin(suite)
}, 90_000)
