import { useEffect, useState, useSyncExternalStore } from 'react'
import { courseTotal, labelOf } from '#lib/grades/index.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useLeaveWarning } from '#ui/form/use-leave-warning.ts'
import type * as contract from '../../contract.ts'
import { gradeKey, GradeStore, type GradeChanges } from './grade-store.ts'
import { noGrade, type ShownGrade, type ShownGrades } from './shown-grades.ts'

export type Gradebook = ApiReply<typeof contract.getGradebook>
export type GradeItem = Gradebook['items'][number]
export type GradeCategory = Gradebook['categories'][number]
export type StudentRow = ApiReply<typeof contract.listGrades>['data'][number]

export interface Grades extends GradeChanges {
  store: GradeStore
  gradesOf: (row: StudentRow) => ShownGrades
}

/** Grades of a course as they are shown, and their changes. Leaving the page saves them first. */
export function useGrades(book: Gradebook): Grades {
  const [store] = useState(() => new GradeStore(book.course_id))
  const changes = useSyncExternalStore(store.subscribe, store.getChanges, store.getChanges)
  const isSaved = changes.status.status === 'saved'
  useLeaveWarning(!isSaved, store.flush)
  useEffect(() => {
    const flush = () => void store.flush()
    window.addEventListener('online', flush)
    return () => {
      window.removeEventListener('online', flush)
      flush()
    }
  }, [store])
  const computed = new Map<StudentRow, ShownGrades>()
  const gradesOf = (row: StudentRow) => {
    const found = computed.get(row) ?? computeGrades(book, row, changes.entries)
    computed.set(row, found)
    return found
  }
  return { ...changes, store, gradesOf }
}

function computeGrades(
  { categories, items, scale }: Gradebook,
  row: StudentRow,
  entries: GradeChanges['entries'],
): ShownGrades {
  const stored = new Map(row.grades.map((grade) => [grade.item_id, grade]))
  const byItem = new Map<string, ShownGrade>()
  for (const { id } of items) {
    const entry = entries.get(gradeKey(row.student_id, id))
    const grade = stored.get(id)
    const isNewer = entry && (entry.state !== 'saved' || entry.version >= (grade?.version ?? 0))
    if (isNewer) byItem.set(id, { ...noGrade(id), ...grade, ...entry })
    else if (grade) byItem.set(id, { ...grade, state: 'saved' })
  }
  const total = courseTotal({ categories, items, grades: [...byItem.values()] })
  return {
    byItem,
    total,
    label: total.percent === null ? null : (labelOf(scale, total.percent) ?? null),
    dropped: new Set(total.categories.flatMap(({ dropped }) => dropped)),
  }
}
