import { Box, ColorInput, type ColorInputProps, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ClubSettings } from '#contract/club-settings.ts'
import { m } from '#words/messages.js'
import { shadeQuery } from './queries.ts'

interface Props extends ColorInputProps {
  readonly orgId: string
  readonly club: ClubSettings
  /** Empty for none. */
  readonly chosen: string
}

const swatches = ['#1d4e89', '#0f6b5c', '#7d3a78', '#a3262a', '#8a4b08', '#3d5a1f', '#2f3e6b', '#444c56']

/** A club's colour with a preview. Where nobody could read white on it, says which shade is shown instead. */
export function ColourField({ orgId, club, chosen, ...input }: Props) {
  const [colour] = useDebouncedValue(chosen.trim().toLowerCase(), 200)
  const { data } = useQuery(shadeQuery(orgId, colour))
  const isChanged = data !== undefined && data.colour === colour && data.shade !== data.colour
  const shade = colour === '' ? club.face.colour : (data?.shade ?? club.face.colour)
  return (
    <div>
      <ColorInput
        label={m.settings_colour()}
        description={m.settings_colour_explained()}
        format="hex"
        swatches={swatches}
        swatchesPerRow={8}
        withEyeDropper={false}
        autoComplete="off"
        {...input}
      />
      <Group gap="xs" mt="xs" align="stretch" aria-hidden>
        {isChanged && <Sample colour={colour} text={club.name} />}
        <Sample colour={shade} text={club.name} />
      </Group>
      {isChanged && (
        <Text size="sm" mt={6} role="status">
          {m.settings_colour_unreadable({ colour, shade })}
        </Text>
      )}
    </div>
  )
}

const Sample = ({ colour, text }: { colour: string; text: string }) => (
  <Box bg={colour} c="#fff" px="md" py="xs" bdrs="md" flex="1 1 8rem" fw={640}>
    {text}
  </Box>
)
