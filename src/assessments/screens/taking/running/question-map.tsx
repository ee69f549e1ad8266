import { Text } from '@mantine/core'
import { IconFlagFilled } from '@tabler/icons-react'
import { isAnswered } from '#lib/questions/empty-answer.ts'
import type { QuestionAnswer } from '#lib/questions/index.ts'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { slotElementId, type NumberedSlot } from './numbered-slots.ts'
import classes from './running.module.css'

interface Props {
  slots: readonly NumberedSlot[]
  answers: ReadonlyMap<number, QuestionAnswer>
  flagged: ReadonlySet<number>
  /** Index of the page that is shown; null if all questions are. */
  current: number | null
  onChoose: (index: number) => void
}

/** Which questions are answered, open or flagged; a number leads to its question. */
export function QuestionMap({ slots, answers, flagged, current, onChoose }: Props) {
  const { t } = useTranslation('taking')
  const show = (slot: number, index: number) => {
    onChoose(index)
    if (current === null) document.getElementById(slotElementId(slot))?.scrollIntoView()
  }
  return (
    <nav aria-label={t('map.label')}>
      <Text fw={600} mb="xs" aria-hidden>
        {t('map.label')}
      </Text>
      <ol className={classes.map}>
        {slots.map(({ slot, number }, index) => {
          if (number === null) return null
          const isDone = isAnswered(answers.get(slot))
          const isFlagged = flagged.has(slot)
          const state = isDone ? t('map.answered') : t('map.open')
          return (
            <li key={slot}>
              <Button
                size="compact-md"
                variant={isDone ? 'filled' : 'default'}
                aria-current={current === index ? 'step' : undefined}
                aria-label={[
                  t('question', { number: formatNumber(number) }),
                  state,
                  isFlagged ? t('map.flagged') : '',
                ]
                  .filter(Boolean)
                  .join(', ')}
                rightSection={isFlagged ? <IconFlagFilled size={14} aria-hidden /> : null}
                onClick={() => show(slot, index)}
              >
                {formatNumber(number)}
              </Button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
