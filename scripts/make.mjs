// npm run words, npm run build: makes the one or the other when its inputs changed.
import { prepare } from './prepare.mjs'

const web = process.argv[2] === 'web'
await prepare({ words: true, web })
