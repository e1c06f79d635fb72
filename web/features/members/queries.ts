import { useMutation } from '@tanstack/react-query'
import { members, type MemberChanges } from '#contract/members.ts'
import { actingState } from '#web/api/acting/acting.ts'
import { call } from '#web/api/client.ts'
import { chooseLanguage, currentLanguage } from '#web/api/language.ts'
import { resumeActing } from '#web/api/acting/change-acting.ts'
import { replaceMember } from '#web/api/session/session.ts'

/** Saves a profile. The session holds the member everywhere, so nothing else is out of date. */
export const useSaveProfile = () =>
  useMutation({
    mutationFn: (changes: MemberChanges) => call(members.update, changes),
    onSuccess: (member) => {
      replaceMember(member)
      if (member.language && member.language !== currentLanguage()) chooseLanguage(member.language)
    },
  })

/** The own profile as the server has it now, or that of whom a super admin acts as. */
export const useLoadProfile = () => useMutation({ mutationFn: loadProfile, onSuccess: replaceMember })

async function loadProfile() {
  const acting = actingState().acting?.as === 'impersonator' ? await resumeActing() : null
  return acting?.member ?? (await call(members.signIn, {})).member
}
