import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import { readGrade } from '#lib/grades/read-grade.ts'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { marksOf } from '../model/grade-marks.ts'
import { noGrade, type ShownGrades } from '../model/shown-grades.ts'
import { GradeMarks } from '../values/grade-marks.tsx'
import { percentText } from '../values/percent-text.ts'
import type { MyGradesReply } from './my-grades.tsx'
import classes from './my-grades.module.css'

interface Props {
  category: MyGradesReply['categories'][number]
  items: MyGradesReply['items']
  shown: ShownGrades
  /** Points that are tried out, by item; null: none can be. */
  tried: ReadonlyMap<string, string> | null
  onTry: (item_id: string, text: string) => void
  /** Shows how the total is computed. */
  onOpen: () => void
}

/** A category with the student's points. */
export function MyCategory({ category, items, shown, tried, onTry, onOpen }: Props) {
  const { t } = useTranslation('gradebook')
  const total = shown.total.categories.find(({ category_id }) => category_id === category.id)
  return (
    <section aria-label={category.name}>
      <div className={classes.head}>
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{category.name}</bdi>
        </Title>
        <Button
          variant="subtle"
          flex="none"
          aria-label={`${percentText(total?.percent ?? null)} ${category.name}: ${t('sum.open')}`}
          onClick={onOpen}
        >
          {percentText(total?.percent ?? null)}
        </Button>
      </div>
      <ul className={classes.items}>
        {items.map((item) => (
          <li key={item.id}>
            <MyItem item={item} shown={shown} />
            {tried && (
              <TriedPoints
                item={item}
                text={tried.get(item.id) ?? ''}
                onChange={(text) => onTry(item.id, text)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type MyItemProps = Pick<Props, 'shown'> & { item: Props['items'][number] }

function MyItem({ item, shown }: MyItemProps) {
  const { t } = useTranslation(['my-grades', 'gradebook'])
  const [now] = useState(() => Date.now())
  const grade = shown.byItem.get(item.id) ?? noGrade(item.id)
  // Staff see that a grade was changed by hand; for the student it is the grade.
  const visible = { ...grade, is_override: false }
  const marks = marksOf(visible, item, { isDropped: shown.dropped.has(item.id), now })
  const points = grade.points === null ? '–' : formatNumber(grade.points, { maximumFractionDigits: 4 })
  const isOpen = grade.points === null && marks.length === 0
  return (
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
        {isOpen ? t('notGraded') : `${points} / ${formatNumber(item.max_points)}`}
      </Text>
    </div>
  )
}

interface TriedProps {
  item: Props['items'][number]
  text: string
  onChange: (text: string) => void
}

/** Points that would be given for an item. */
function TriedPoints({ item, text, onChange }: TriedProps) {
  const { t } = useTranslation(['my-grades', 'gradebook'])
  const isInvalid = readGrade(text, item.max_points) === null
  return (
    <TextField
      label={t('whatIfFor', { item: item.name })}
      hint={t('gradebook:ofPoints', { points: formatNumber(item.max_points) })}
      value={text}
      onChange={onChange}
      error={isInvalid && t('gradebook:grid.invalid', { text })}
      inputMode="decimal"
      maxLength={20}
      autoComplete="off"
      maw={320}
      mt="xs"
    />
  )
}
