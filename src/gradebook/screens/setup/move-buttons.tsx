import { Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  /** Of what is moved or removed. */
  name: string
  /** Absent at the ends. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

/** Moves an entry of a list without dragging, and removes it. */
export function MoveButtons({ name, onUp, onDown, onRemove }: Props) {
  const { t } = useTranslation('gradebook')
  const common = { variant: 'default', size: 44 } as const
  return (
    <Group gap={4} wrap="nowrap">
      <IconButton {...common} label={t('setup.up', { name })} disabled={!onUp} onClick={onUp}>
        <IconArrowUp size={18} aria-hidden />
      </IconButton>
      <IconButton {...common} label={t('setup.down', { name })} disabled={!onDown} onClick={onDown}>
        <IconArrowDown size={18} aria-hidden />
      </IconButton>
      <IconButton {...common} label={t('setup.remove', { name })} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </IconButton>
    </Group>
  )
}
