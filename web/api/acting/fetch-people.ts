import { family } from '#contract/family.ts'
import { call } from '../client.ts'

export const fetchPeople = (signal: AbortSignal) => call(family.people, {}, { signal })
