import { Group, Stack, Title } from '@mantine/core'
import { IconChevronLeft, IconDots } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { GradeDetails } from '../details/grade-details.tsx'
import { TotalSum } from '../details/total-sum.tsx'
import { marksOf } from '../model/grade-marks.ts'
import type { ShownGrade } from '../model/shown-grades.ts'
import { readGrade } from '#lib/grades/read-grade.ts'
import type { Gradebook, GradeItem, Grades, StudentRow } from '../model/use-grades.ts'
import { noGrade } from '../model/shown-grades.ts'
import { GradeMarks } from '../values/grade-marks.tsx'
import { percentText } from '../values/percent-text.ts'
import classes from './students.module.css'

interface Props {
  book: Gradebook
  grades: Grades
  row: StudentRow
  onBack: () => void
}

type Opened = { item: GradeItem } | { category_id: string | undefined }

/** All grades of one student, by category. */
export function StudentGrades({ book, grades, row, onBack }: Props) {
  const { t } = useTranslation('gradebook')
  const [opened, setOpened] = useState<Opened | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const shown = grades.gradesOf(row)
  const close = () => setOpened(null)
  return (
    <Stack gap="lg">
      <div>
        <Button variant="subtle" leftSection={<IconChevronLeft size={18} aria-hidden />} onClick={onBack}>
          {t('allStudents')}
        </Button>
        <Title order={2} size="h3" ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{row.name}</bdi>
        </Title>
        <Button variant="subtle" px={0} onClick={() => setOpened({ category_id: undefined })}>
          {t('totalIs', { percent: percentText(shown.total.percent) })}
          {shown.label && ` · ${shown.label}`}
        </Button>
      </div>
      {book.categories.map((category) => (
        <CategoryGrades
          key={category.id}
          book={book}
          grades={grades}
          row={row}
          category={category}
          onOpen={setOpened}
        />
      ))}
      {opened && (
        <Modal opened onClose={close} title={t('item' in opened ? 'details.title' : 'sum.title')}>
          {'item' in opened ? (
            <GradeDetails
              course_id={book.course_id}
              student={row}
              item={opened.item}
              grade={shown.byItem.get(opened.item.id) ?? noGrade(opened.item.id)}
              onSave={(edit) => {
                grades.store.edit([edit])
                close()
              }}
              onCancel={close}
            />
          ) : (
            <TotalSum
              book={book}
              shown={shown}
              {...(opened.category_id && { category_id: opened.category_id })}
            />
          )}
        </Modal>
      )}
    </Stack>
  )
}

interface CategoryProps extends Omit<Props, 'onBack'> {
  category: Gradebook['categories'][number]
  onOpen: (opened: Opened) => void
}

/** The items of a category with a field for each. */
function CategoryGrades({ book, grades, row, category, onOpen }: CategoryProps) {
  const [now] = useState(() => Date.now())
  const shown = grades.gradesOf(row)
  const total = shown.total.categories.find(({ category_id }) => category_id === category.id)
  const edit = ({ item_id, version, is_late }: ShownGrade, value: EnteredGrade) =>
    grades.store.edit([{ student_id: row.student_id, item_id, version, is_late, ...value }])
  return (
    <section aria-label={category.name}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{category.name}</bdi>
        </Title>
        <Button variant="subtle" flex="none" onClick={() => onOpen({ category_id: category.id })}>
          {percentText(total?.percent ?? null)}
        </Button>
      </Group>
      <ul className={classes.items}>
        {book.items
          .filter(({ category_id }) => category_id === category.id)
          .map((item) => {
            const grade = shown.byItem.get(item.id) ?? noGrade(item.id)
            const isDropped = shown.dropped.has(item.id)
            return (
              <li key={item.id}>
                <ItemField
                  item={item}
                  grade={grade}
                  onSave={(value) => edit(grade, value)}
                  onOpen={() => onOpen({ item })}
                />
                <GradeMarks marks={marksOf(grade, item, { isDropped, now })} />
              </li>
            )
          })}
      </ul>
    </section>
  )
}

type EnteredGrade = Pick<ShownGrade, 'points' | 'is_excused'>

interface FieldProps {
  item: GradeItem
  grade: ShownGrade
  onSave: (value: EnteredGrade) => void
  onOpen: () => void
}

/** The points of one item; saved when the field is left. */
function ItemField({ item, grade, onSave, onOpen }: FieldProps) {
  const { t } = useTranslation('gradebook')
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const stored = grade.is_excused ? 'EX' : String(grade.points ?? '')
  const save = () => {
    if (typed === null) return
    const entered = readGrade(typed, item.max_points)
    if (!entered) return setError(t('grid.invalid', { text: typed.trim() }))
    setTyped(null)
    setError(null)
    if (entered.points !== grade.points || entered.is_excused !== grade.is_excused) onSave(entered)
  }
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <TextField
        flex={1}
        label={<bdi>{item.name}</bdi>}
        hint={
          <>
            {t('ofPoints', { points: formatNumber(item.max_points) })}
            {item.is_extra_credit && ` · ${t('extra')}`}
          </>
        }
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
        value={typed ?? stored}
        onChange={setTyped}
        readOnly={item.assessment_id !== null}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
        error={error}
      />
      <IconButton
        label={t('details.openOf', { item: item.name })}
        variant="default"
        size={44}
        onClick={onOpen}
      >
        <IconDots size={20} aria-hidden />
      </IconButton>
    </Group>
  )
}
