import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useShortcuts, type Shortcut } from '#ui/shell/shortcuts.ts'
import type { MarkingActions } from './answer-browser.tsx'

/** Registers the keys of the marking page; `?` lists them. */
export function useMarkingKeys(actions: MarkingActions) {
  const { t } = useTranslation('marking')
  const current = useRef(actions)
  useEffect(() => {
    current.current = actions
  })
  const shortcuts = useMemo(() => {
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const arrow = (keys: string, direction: 'next' | 'previous') => ({
      keys,
      label: t(`keys.${direction}`),
      run: () => current.current.step(direction),
    })
    const [forward, back] = isRightToLeft
      ? (['arrowleft', 'arrowright'] as const)
      : (['arrowright', 'arrowleft'] as const)
    const digits = Array.from({ length: 10 }, (_, digit) => ({
      ...digitKey(digit),
      label: t('keys.digits'),
      run: () => typeDigit(current.current, digit),
    }))
    const list: Shortcut[] = [
      { keys: 'enter', label: t('keys.save'), run: () => current.current.save() },
      arrow(forward, 'next'),
      arrow(back, 'previous'),
      ...digits,
      { keys: 'f', label: t('keys.full'), run: () => current.current.typePoints(current.current.maxPoints) },
      { keys: 'c', label: t('keys.comment'), run: () => current.current.comment.current?.focus() },
      {
        keys: 'a',
        label: t('keys.same'),
        run: () => current.current.sameCount > 0 && current.current.save(true),
      },
      { keys: 'u', label: t('keys.undo'), run: () => current.current.undo() },
    ]
    return list
  }, [t])
  useShortcuts(shortcuts)
}

/** The key of a digit; the list under `?` shows all of them as one. */
const digitKey = (digit: number) => ({ keys: String(digit), listedAs: digit === 0 && ('0–9' as const) })

/** Chooses a level of the rubric, or begins the points where there is none. */
function typeDigit({ rubric, typePoints }: MarkingActions, digit: number) {
  if (rubric.criteria.length > 0) rubric.chooseNumber(digit)
  else typePoints(digit)
}
