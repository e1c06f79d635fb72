import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { members, type Member } from '#contract/members.ts'
import { replaceSubject } from '#web/api/acting/change-acting.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { currentSession, replaceMember } from '#web/api/session/session.ts'
import { upload } from '#web/api/upload.ts'

/** Sets or removes a person's picture; `share` says how much of it was sent, 0 to 1. */
export function useChangeImage(member: Member, onChanged: (member: Member) => void) {
  const cache = useQueryClient()
  const [share, setShare] = useState(0)
  const memberId = member.id

  function onSuccess(saved: Member) {
    const session = currentSession()
    if (session.status === 'signed-in' && session.member.id === saved.id) replaceMember(saved)
    replaceSubject(saved)
    onChanged(saved)
    return cache.invalidateQueries({ queryKey: queryKeys.family })
  }
  const put = useMutation({
    mutationFn: (file: Blob) => {
      setShare(0)
      return upload(members.putImage, { memberId }, file, setShare)
    },
    onSuccess,
  })
  const remove = useMutation({ mutationFn: () => call(members.removeImage, { memberId }), onSuccess })
  return { put, remove, share }
}
