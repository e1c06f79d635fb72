import { Divider, Image, Progress, Stack, Text } from '@mantine/core'
import { type ClubSettings, clubSettings } from '#contract/organisations/settings.ts'
import { call } from '#web/api/client.ts'
import { coverOf } from '#web/api/club-urls.ts'
import { upload } from '#web/api/files.ts'
import { PictureField } from '#web/parts/picture-field.tsx'
import type { SettingsField } from '#web/paths.ts'
import { LinkTarget } from '#web/ui/link-target.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatSize } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { ClubMark } from '../club-mark.tsx'
import { useShowSettings } from './queries.ts'

/** A club's logo and cover. Each is saved as soon as it is chosen. */
export function ClubPictures({ settings }: { settings: ClubSettings }) {
  const { orgId, face, name, hue } = settings
  const club = { id: orgId, name, hue, face }
  const cover = coverOf(club)
  const show = useShowSettings()
  const put = (use: 'logo' | 'cover') => (file: Blob, onProgress: (share: number) => void) =>
    upload(clubSettings.setPicture, { orgId, use }, file, onProgress).then(show)
  const remove = (use: 'logo' | 'cover') => () => call(clubSettings.removePicture, { orgId, use }).then(show)
  return (
    <Panel title={m.settings_pictures()} subtitle={m.settings_pictures_explained()}>
      <Stack gap="lg">
        <LinkTarget name={'logo' satisfies SettingsField}>
          <PictureField
            title={m.settings_logo()}
            explained={m.settings_logo_explained()}
            picture={(preview) =>
              preview ? (
                <Image src={preview} alt="" w={88} h={88} fit="contain" radius="lg" />
              ) : (
                <ClubMark club={club} size={88} />
              )
            }
            has={face.logo !== null}
            put={put('logo')}
            remove={remove('logo')}
          />
        </LinkTarget>
        <Divider />
        <PictureField
          title={m.settings_cover()}
          explained={m.settings_cover_explained()}
          picture={(preview) => (
            <Image
              src={preview ?? cover?.src ?? null}
              alt=""
              w={220}
              h={116}
              fit="cover"
              radius="lg"
              style={{ background: face.colour }}
              fallbackSrc="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
            />
          )}
          has={face.cover !== null}
          put={put('cover')}
          remove={remove('cover')}
        />
        <Divider />
        <Storage {...settings.storage} />
      </Stack>
    </Panel>
  )
}

/** Storage used by the club's pictures and documents, and its limit. */
const Storage = ({ used, most }: ClubSettings['storage']) => (
  <Stack gap={6}>
    <Text fw={600}>{m.club_storage()}</Text>
    <Progress.Root>
      <Progress.Section
        value={Math.min(100, (100 * used) / most)}
        color={used > 0.9 * most ? 'red' : 'fjord'}
        aria-label={m.club_storage()}
      />
    </Progress.Root>
    <Text size="sm">
      {m.club_storage_used({ used: formatSize(used * 1000), most: formatSize(most * 1000) })}{' '}
      {used > 0.9 * most && m.club_storage_low()}
    </Text>
    <Text size="sm" c="dimmed">
      {m.club_storage_explained()}
    </Text>
  </Stack>
)
