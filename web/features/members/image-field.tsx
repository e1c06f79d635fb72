import { useQueryClient } from '@tanstack/react-query'
import { type Member, members } from '#contract/members/members.ts'
import { fullName } from '#contract/members/full-name.ts'
import { replaceSubject } from '#web/api/acting/change-acting.ts'
import { call } from '#web/api/client.ts'
import { upload, useMemberImage } from '#web/api/files.ts'
import { PictureField } from '#web/parts/picture-field.tsx'
import { queryKeys } from '#web/api/query-client.ts'
import { currentSession, replaceMember } from '#web/api/session/session.ts'
import { Initials } from '#web/ui/initials.tsx'
import { m } from '#words/messages.js'

interface Props {
  member: Member
  /** Called once the picture is saved, which needs no submit of the form. */
  onChanged: (member: Member) => void
}

export function ImageField({ member, onChanged }: Props) {
  const shown = useMemberImage(member)
  const cache = useQueryClient()
  const memberId = member.id
  const change = async (saving: Promise<Member>) => {
    const saved = await saving
    const session = currentSession()
    if (session.status === 'signed-in' && session.member.id === saved.id) replaceMember(saved)
    replaceSubject(saved)
    onChanged(saved)
    await cache.invalidateQueries({ queryKey: queryKeys.family })
  }
  return (
    <PictureField
      title={m.image_title()}
      explained={m.image_explained()}
      picture={(preview) => <Initials name={fullName(member)} size={88} light image={preview ?? shown} />}
      has={member.profileImage !== null}
      camera
      put={(file, onProgress) => change(upload(members.putImage, { memberId }, file, onProgress))}
      remove={() => change(call(members.removeImage, { memberId }))}
    />
  )
}
