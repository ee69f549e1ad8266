import { Center, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useUrlParameter } from '#platform/client/page/url-parameters.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Gradebook, Grades, StudentRow } from '../model/use-grades.ts'
import { percentText } from '../values/percent-text.ts'
import { StudentGrades } from './student-grades.tsx'
import classes from './students.module.css'

interface Props {
  book: Gradebook
  grades: Grades
  rows: readonly StudentRow[]
  hasMore: boolean
  isLoadingMore: boolean
  onLoadMore: () => void
}

/** Grades by student, for narrow screens. */
export default function StudentList({ book, grades, rows, hasMore, isLoadingMore, onLoadMore }: Props) {
  const { t } = useTranslation(['gradebook', 'ui'])
  // In the address: Back closes the student.
  const [open_id, setOpen] = useUrlParameter('student', false)
  const lastOpen = useRef<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const open = rows.find(({ student_id }) => student_id === open_id)
  useEffect(() => {
    if (open_id === null && lastOpen.current)
      list.current?.querySelector<HTMLElement>(`[data-student="${lastOpen.current}"]`)?.focus()
    lastOpen.current = open_id
  }, [open_id])
  if (open) return <StudentGrades book={book} grades={grades} row={open} onBack={() => setOpen(null)} />
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('students')}
      </Title>
      <ul className={classes.list} ref={list}>
        {rows.map((row) => {
          const { total, label } = grades.gradesOf(row)
          return (
            <li key={row.student_id}>
              <UnstyledButton
                className={classes.student ?? ''}
                data-student={row.student_id}
                onClick={() => setOpen(row.student_id)}
              >
                <span className={classes.person}>
                  <bdi className={classes.personName}>{row.name}</bdi>
                  <Text span size="sm" c="dimmed">
                    {row.email}
                  </Text>
                </span>
                <span className={classes.total}>
                  <strong>{percentText(total.percent)}</strong>
                  {label && (
                    <Text span size="sm" c="dimmed">
                      {label}
                    </Text>
                  )}
                </span>
                <IconChevronRight size={18} aria-hidden className={classes.arrow} />
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      {hasMore && (
        <Center>
          <Button variant="default" loading={isLoadingMore} onClick={onLoadMore}>
            {t('ui:table.more')}
          </Button>
        </Center>
      )}
    </Stack>
  )
}
