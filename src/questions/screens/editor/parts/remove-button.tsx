import { IconTrash } from '@tabler/icons-react'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  /** Name of the entry. */
  name: string
  size?: 'lg' | 'xl'
  disabled?: boolean
  onClick: () => void
}

/** Removes an entry of a list. */
export function RemoveButton({ name, size = 'lg', ...rest }: Props) {
  const { t } = useTranslation('question-editor')
  return (
    <IconButton {...rest} label={t('removePart', { name })} color="gray" variant="subtle" size={size}>
      <IconTrash size={18} aria-hidden />
    </IconButton>
  )
}
