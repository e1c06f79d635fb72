import { members } from '#contract/members/members.ts'
import { call } from '../client.ts'

/** Finds the member of this sign-in, or creates it. */
export const findCaller = () => call(members.signIn, {})
