import { Box, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCamera, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Member, members } from '#contract/members.ts'
import { useMemberImage, upload } from '#web/api/files.ts'
import { problemText } from '#web/api/problem-text.ts'
import { Initials } from '#web/ui/initials.tsx'
import { prepareImage } from '#web/ui/fields/prepare-image.ts'
import { replaceSubject } from '#web/api/acting/change-acting.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { currentSession, replaceMember } from '#web/api/session/session.ts'
import { m } from '#words/messages.js'
import c from './image-field.module.css'

interface Props {
  member: Member
  /** Called once the picture is saved, which needs no submit of the form. */
  onChanged: (member: Member) => void
}

const refusals = { image_unreadable: m.problem_image_unreadable, image_too_large: m.problem_image_too_large }

/** A person's picture, which can be chosen, dropped, taken with the camera or removed. */
export function ImageField({ member, onChanged }: Props) {
  const saved = useMemberImage(member)
  const [preview, setPreview] = useState<string | null>(null)
  const [refused, setRefused] = useState<keyof typeof refusals | null>(null)
  const open = useRef<() => void>(null)
  const camera = useRef<HTMLInputElement>(null)
  const { put, remove, progress } = useChangeImage(member, onChanged)
  const busy = put.isPending || remove.isPending

  async function take(file: File | undefined) {
    if (!file || busy) return
    remove.reset()
    put.reset()
    const prepared = await prepareImage(file)
    if ('refused' in prepared) return setRefused(prepared.refused)
    setRefused(null)
    const address = URL.createObjectURL(prepared.blob)
    setPreview(address)
    await put.mutateAsync(prepared.blob).catch(() => undefined)
    setPreview(null)
    URL.revokeObjectURL(address)
  }
  const problem = put.error ?? remove.error
  const errorText = refused ? refusals[refused]() : problem && problemText(problem)
  return (
    <fieldset aria-label={m.image_title()}>
      <Dropzone
        openRef={open}
        onDrop={([file]) => void take(file)}
        onReject={() => setRefused('image_unreadable')}
        accept={['image/*']}
        multiple={false}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ hidden: true }}
      >
        <Group gap="16px 20px">
          <Initials name={`${member.firstName} ${member.lastName}`.trim()} size={88} light image={preview ?? saved} />
          <Box flex="1 1 240px" miw={0}>
            <Text fw={640}>{m.image_title()}</Text>
            <Text size="sm" c="dimmed">
              {m.image_explained()}
            </Text>
            <Group gap="xs" mt="sm">
              <Button
                variant="light"
                size="sm"
                leftSection={<IconPhoto size={17} stroke={1.7} />}
                disabled={busy}
                onClick={() => open.current?.()}
              >
                {m.image_choose()}
              </Button>
              <Button
                variant="light"
                size="sm"
                className={c.camera ?? ''}
                leftSection={<IconCamera size={17} stroke={1.7} />}
                disabled={busy}
                onClick={() => camera.current?.click()}
              >
                {m.image_take()}
              </Button>
              {member.profileImage !== null && (
                <Button
                  variant="default"
                  size="sm"
                  leftSection={<IconTrash size={17} stroke={1.7} />}
                  loading={remove.isPending}
                  disabled={put.isPending}
                  onClick={() => {
                    setRefused(null)
                    put.reset()
                    remove.mutate()
                  }}
                >
                  {m.image_remove()}
                </Button>
              )}
            </Group>
            <input
              ref={camera}
              type="file"
              accept="image/*"
              capture="user"
              hidden
              aria-label={m.image_take()}
              onChange={({ currentTarget }) => {
                void take(currentTarget.files?.[0])
                // Lets the user choose the same file again.
                currentTarget.value = ''
              }}
            />
            {put.isPending && (
              <Stack gap={4} mt="sm">
                <Progress value={progress * 100} aria-label={m.image_sending()} />
                <Text size="sm" role="status">
                  {progress < 1 ? m.image_sending() : m.image_reading()}
                </Text>
              </Stack>
            )}
            {errorText && (
              <Text size="sm" role="alert" mt={10} c="var(--mantine-color-error)">
                {errorText}
              </Text>
            )}
            {put.isSuccess && !refused && (
              <Text size="sm" c="dimmed" mt="xs" role="status">
                {m.image_saved()}
              </Text>
            )}
          </Box>
        </Group>
      </Dropzone>
    </fieldset>
  )
}

/** Uploads or removes a person's picture; `progress` is 0 to 1. */
function useChangeImage(member: Member, onChanged: (member: Member) => void) {
  const cache = useQueryClient()
  const [progress, setProgress] = useState(0)
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
      setProgress(0)
      return upload(members.putImage, { memberId }, file, setProgress)
    },
    onSuccess,
  })
  const remove = useMutation({ mutationFn: () => call(members.removeImage, { memberId }), onSuccess })
  return { put, remove, progress }
}
