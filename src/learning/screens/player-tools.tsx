import { IconArrowsMaximize, IconArrowsMinimize, IconNotes } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/pieces/button.tsx'

export interface NotesTool {
  opened: boolean
  onToggle: () => void
}

interface Props {
  focused: boolean
  onFocus: (on: boolean) => void
  notes: NotesTool | null
  /** Whether the reader may work in the content. */
  isOpen: boolean
}

/** Beside the heading: notes, and the content alone. */
export function PlayerTools({ focused, onFocus, notes, isOpen }: Props) {
  const { t } = useTranslation('learning')
  const FocusIcon = focused ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <>
      {notes && isOpen && (
        <Button
          variant="default"
          size="sm"
          aria-expanded={notes.opened}
          leftSection={<IconNotes size={18} aria-hidden />}
          onClick={notes.onToggle}
        >
          {t('topic.notes')}
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        visibleFrom="sm"
        aria-pressed={focused}
        leftSection={<FocusIcon size={18} aria-hidden />}
        onClick={() => onFocus(!focused)}
      >
        {t('topic.focus')}
      </Button>
    </>
  )
}

/** The content alone. Escape comes back. */
export function useFocusMode(): [boolean, (on: boolean) => void] {
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    if (!focused) return
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setFocused(false)
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [focused])
  return [focused, setFocused]
}
