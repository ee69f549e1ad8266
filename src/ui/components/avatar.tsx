import { Avatar as MantineAvatar } from '@mantine/core'

interface Props {
  name: string
  src?: string | null
  size?: number
}

/** A user's image, or the initials. The caller shows the name beside it. */
export function Avatar({ name, src, size = 36 }: Props) {
  return <MantineAvatar name={name} src={src ?? null} size={size} alt="" aria-hidden />
}
