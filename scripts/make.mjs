// npm run words, npm run build: builds one of them if its inputs changed.
import { prepare } from './prepare.mjs'

const web = process.argv[2] === 'web'
await prepare({ words: true, web })
