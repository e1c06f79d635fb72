import { Avatar } from '@mantine/core'
import { initialsOf } from './initials.tsx'

/** A club's letters in its colour; its name stands beside it. */
export const ClubMark = ({ name, hue, size = 40 }: { name: string; hue: number; size?: number }) => (
  <Avatar
    size={size}
    radius="md"
    styles={{
      placeholder: {
        color: '#fff',
        background: `linear-gradient(120deg, oklch(0.42 0.085 ${hue}), oklch(0.3 0.07 calc(${hue} + 22)))`,
      },
    }}
    aria-hidden
  >
    {initialsOf(name)}
  </Avatar>
)
