import { parentPort, workerData } from 'node:worker_threads'
import { isHarmlessPdf } from './harmless-pdf.ts'

parentPort!.postMessage(isHarmlessPdf(Buffer.from(workerData as Uint8Array)), [])
