// npm run bench -- checkout: many buyers purchase through the real server, on an empty and on a large database, beside the
// same statements sent bare. docs/performance.md explains the figures.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { measure } from './checkout/measure.ts'
import { readOptions } from './checkout/options.ts'
import { brokenLimits, report } from './checkout/report.ts'

const options = readOptions()
const result = await measure(options)
console.log(report(result))

const folder = path.resolve(import.meta.dirname, '../dist/bench')
mkdirSync(folder, { recursive: true })
const { listing } = result.sizes.large.recording
writeFileSync(path.join(folder, 'checkout-statements.txt'), `${listing}\n`)
const withoutListing = (key: string, value: unknown) => (key === 'listing' ? undefined : value)
writeFileSync(path.join(folder, 'checkout.json'), JSON.stringify(result, withoutListing, 2))

const broken = brokenLimits(result)
for (const limit of broken) console.error(limit)
process.exit(options.check && broken.length > 0 ? 1 : 0)
