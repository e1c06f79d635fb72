import type { Challenge } from '#contract/visitors.ts'
import { search } from './proof.ts'

// Beside the page, which stays quick meanwhile.
addEventListener('message', ({ data }: MessageEvent<Challenge>) => postMessage(search(data)))
