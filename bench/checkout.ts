// npm run bench -- checkout: many buyers purchase through the real server, on an empty and on a large database, beside the
// same statements sent bare. docs/performance.md explains the figures.
import { databases, measure } from './checkout/measure.ts'
import { brokenLimits, report } from './checkout/report.ts'
import { defaults } from './checkout/result.ts'
import { keep, openBench, readOptions } from './support/head.ts'

const options = readOptions(defaults)
const bench = await openBench(databases, options.simulators)
await bench.run(async () => {
  const result = await measure({ ...bench, options })
  console.log(report(result))
  keep('checkout-statements.txt', result.sizes.large.recording.listing)
  const withoutListing = (key: string, value: unknown) => (key === 'listing' ? undefined : value)
  keep('checkout.json', JSON.stringify(result, withoutListing, 2))
  return brokenLimits(result)
}, options.check)
