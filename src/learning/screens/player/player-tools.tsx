import { IconArrowsMaximize, IconArrowsMinimize, IconMessageQuestion, IconNotes } from '@tabler/icons-react'
import { use, useEffect, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { OpenPanel } from './player-panels.tsx'
import { PlayerSlots } from './model/player-slots.ts'

interface Props {
  focused: boolean
  onFocus: (on: boolean) => void
  beside: OpenPanel
  onBeside: (beside: OpenPanel) => void
  /** Whether the content is open for the reader. */
  isOpen: boolean
}

/** Buttons beside the heading: notes, questions, focus mode. */
export function PlayerTools({ focused, onFocus, beside, onBeside, isOpen }: Props) {
  const { t } = useTranslation('learning')
  const { Notes, Assistant } = use(PlayerSlots)
  const tools = [
    { name: 'notes' as const, has: Notes, label: t('topic.notes'), Icon: IconNotes },
    { name: 'ask' as const, has: Assistant, label: t('topic.ask'), Icon: IconMessageQuestion },
  ]
  const FocusIcon = focused ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <>
      {tools.map(
        ({ name, has, label, Icon }) =>
          has &&
          isOpen && (
            <Button
              key={name}
              variant="default"
              size="sm"
              aria-expanded={beside === name}
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => onBeside(beside === name ? null : name)}
            >
              {label}
            </Button>
          ),
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

/** Focus mode shows the content alone. Escape ends it. */
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
