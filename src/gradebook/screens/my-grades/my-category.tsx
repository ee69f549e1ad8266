import { Text } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { marksOf } from '../model/grade-marks.ts'
import { readGrade } from '#lib/grades/read-grade.ts'
import { noGrade, type ShownGrades } from '../model/shown-grades.ts'
import { GradeMarks } from '../students/grade-marks.tsx'
import type { MyGradesReply } from './my-grades.tsx'
import classes from './my-grades.module.css'

interface Props {
  items: MyGradesReply['items']
  shown: ShownGrades
  /** Points that are tried out, by item; null: none can be. */
  tried: ReadonlyMap<string, string> | null
  onTry: (item_id: string, text: string) => void
}

/** The items of a category with the student's points. */
export function MyCategory({ items, shown, tried, onTry }: Props) {
  const { t } = useTranslation(['my-grades', 'gradebook'])
  const [now] = useState(() => Date.now())
  return (
    <ul className={classes.items}>
      {items.map((item) => {
        const grade = shown.byItem.get(item.id) ?? noGrade(item.id)
        // Staff see that a grade was changed by hand; for the student it is the grade.
        const marks = marksOf({ ...grade, is_override: false }, item, {
          isDropped: shown.dropped.has(item.id),
          now,
        })
        const text = tried?.get(item.id)
        const isInvalid = text !== undefined && readGrade(text, item.max_points) === null
        return (
          <li key={item.id}>
            <div className={classes.item}>
              <span className={classes.name}>
                <bdi>{item.name}</bdi>
                {item.is_extra_credit && (
                  <Text span size="sm" c="dimmed">
                    {t('gradebook:extra')}
                  </Text>
                )}
                <GradeMarks marks={marks} />
              </span>
              <Text span className={classes.points ?? ''} c={grade.points === null ? 'dimmed' : undefined}>
                {grade.points === null && !grade.is_excused && marks.length === 0
                  ? t('notGraded')
                  : `${grade.points === null ? '–' : formatNumber(grade.points, { maximumFractionDigits: 4 })} / ${formatNumber(item.max_points)}`}
              </Text>
            </div>
            {tried && (
              <TextField
                label={t('whatIfFor', { item: item.name })}
                hint={t('gradebook:ofPoints', { points: formatNumber(item.max_points) })}
                value={text ?? ''}
                onChange={(typed) => onTry(item.id, typed)}
                error={isInvalid && t('gradebook:grid.invalid', { text })}
                inputMode="decimal"
                maxLength={20}
                autoComplete="off"
                maw={320}
                mt="xs"
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
