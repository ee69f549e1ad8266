import { Avatar as MantineAvatar } from '@mantine/core'

interface Props {
  name: string
  src?: string | null
  size?: number
}

/** A person's picture, or the first letters of the name. The name itself stands beside it. */
export function Avatar({ name, src, size = 36 }: Props) {
  return <MantineAvatar name={name} src={src ?? null} size={size} alt="" aria-hidden />
}
