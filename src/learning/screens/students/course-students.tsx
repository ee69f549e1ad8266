import { Group, Stack } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { useOutletContext, useParams } from 'react-router'
import type { getCourseDetails } from '#courses/contract.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { toastUndo } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AddStudentsDialog } from './add-students-dialog.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { SelectedStudents } from './selected-students.tsx'
import { CourseStudentsTable } from './course-students-table.tsx'
import { SearchField, useDebouncedSearch } from '../search-field.tsx'
import type { CourseStudent } from './student-menu.tsx'
import { StudentsFileButton } from './students-file-button.tsx'
import { useDecideRequests, type DecisionKind } from './use-decide-requests.ts'
import { useChangeCourses } from './use-enrolment-changes.ts'

export const handle: ScreenHandle = { namespaces: ['learning'] }

const statuses = ['pending', 'approved', 'unapproved', 'expired', 'removed'] as const
const sorts = ['newest', 'oldest', 'name', 'last_active'] as const

/** Two side by side on a phone. */
const pair = { base: '1 1 9rem', sm: '1 1 10.5rem' }

const oneOf = <const Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text)

interface Props {
  /** Shown above the list. */
  notice?: ReactNode
}

/** The students of one course, within the course builder. */
export default function CourseStudents({ notice }: Props) {
  const { t } = useTranslation('learning')
  const { course_id = '' } = useParams()
  const course = useOutletContext<ApiReply<typeof getCourseDetails> | undefined>()
  const [adding, setAdding] = useState(false)
  const tiers = course?.enable_tiering ? course.tiering_maximum : 0
  const filters = useStudentFilters(course_id, tiers)
  const { request } = filters
  const list = useApiPages(contract.listCourseStudents, { ...request, limit: 50, withCourseProgress: true })
  const add = (
    <Button leftSection={<IconUserPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add.open')}
    </Button>
  )
  return (
    <Stack gap="lg">
      {notice}
      <Group align="flex-end" gap="md">
        <FilterFields filters={filters} tiers={tiers} />
        {add}
        <StudentsFileButton request={request} />
      </Group>
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <Managed
          course_id={course_id}
          tiers={tiers}
          list={list}
          empty={
            <Nobody
              filtered={Object.keys(request).some((name) => name !== 'course_id' && name !== 'sort')}
              action={add}
            />
          }
        />
      )}
      <AddStudentsDialog course_id={course_id} opened={adding} onClose={() => setAdding(false)} />
    </Stack>
  )
}

/** The filters in the address, and the request that they make. An unknown value counts as none. */
function useStudentFilters(course_id: string, tiers: number) {
  const { typed, setTyped, search } = useDebouncedSearch()
  const [statusParameter, setStatus] = useQueryParam('status')
  const [order, setSort] = useQueryParam('sort')
  const [level, setLevel] = useQueryParam('tier')
  const [done, setDone] = useQueryParam('completed')
  const status = oneOf(statuses, statusParameter)
  const sort = oneOf(sorts, order)
  const tier = tiers > 0 && level && /^\d{1,2}$/.test(level) ? Number(level) : undefined
  const completed = oneOf(['true', 'false'], done)
  const request = {
    course_id,
    ...(search && { search }),
    ...(status && { status }),
    ...(sort && { sort }),
    ...(tier !== undefined && tier <= 20 && { tier }),
    ...(completed && { completed: completed === 'true' }),
  }
  return { typed, setTyped, status, setStatus, sort, setSort, tier, setLevel, completed, setDone, request }
}

interface FilterFieldsProps {
  filters: ReturnType<typeof useStudentFilters>
  /** How many tiers the course has. */
  tiers: number
}

function FilterFields({ filters, tiers }: FilterFieldsProps) {
  const { t } = useTranslation('learning')
  const { status, sort, tier, completed } = filters
  return (
    <>
      <SearchField searchText={filters.typed} setSearchText={filters.setTyped} />
      <SelectField
        flex={pair}
        label={t('students.status')}
        placeholder={t('students.anyStatus')}
        clearable
        value={status ?? null}
        onChange={filters.setStatus}
        choices={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <SelectField
        flex={pair}
        label={t('students.sort')}
        value={sort ?? 'newest'}
        onChange={filters.setSort}
        choices={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
      <SelectField
        flex={pair}
        label={t('students.completion')}
        placeholder={t('students.anyCompletion')}
        clearable
        value={completed ?? null}
        onChange={filters.setDone}
        choices={(['true', 'false'] as const).map((value) => ({ value, label: t(`completion.${value}`) }))}
      />
      {tiers > 0 && (
        <SelectField
          flex={pair}
          label={t('tier.label')}
          placeholder={t('tier.any')}
          clearable
          value={tier === undefined ? null : String(tier)}
          onChange={filters.setLevel}
          choices={Array.from({ length: tiers + 1 }, (_, value) => ({
            value: String(value),
            label: value === 0 ? t('tier.none') : t('tier.number', { tier: value }),
          }))}
        />
      )}
    </>
  )
}

function Nobody({ filtered, action }: { filtered: boolean; action: ReactNode }) {
  const { t } = useTranslation('learning')
  if (filtered) return <EmptyState title={t('students.noneFound')} text={t('students.noneFoundText')} />
  return (
    <EmptyState
      icon={<IconUsers size={32} />}
      title={t('students.none')}
      text={t('students.noneText')}
      action={action}
    />
  )
}

interface ManagedProps {
  course_id: string
  tiers: number
  list: ReturnType<typeof useApiPages<typeof contract.listCourseStudents>>
  empty: ReactNode
}

/** The table with actions for one or several students. */
function Managed({ course_id, tiers, list, empty }: ManagedProps) {
  const [selected, setSelected] = useState<string[]>([])
  const { leaving, remove } = useRemoval(course_id)
  const table = useRef<HTMLDivElement>(null)
  /** The bar disappears with the selection: moves the focus to the list. */
  const finish = () => {
    if (selected.length === 0) return
    setSelected([])
    table.current?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  }
  const decisions = useDecisions(course_id, finish)
  const rows = list.rows?.filter((row) => !leaving.includes(row.student_id))
  const chosen = rows?.filter((row) => selected.includes(row.student_id)) ?? []
  const pending = chosen.filter((row) => row.status === 'pending')
  return (
    <>
      <div ref={table}>
        <CourseStudentsTable
          course_id={course_id}
          tiers={tiers}
          rows={rows}
          pages={list}
          empty={empty}
          selected={chosen.map((row) => row.student_id)}
          onSelect={setSelected}
          onApprove={(student) => decisions.decide([student], 'approved')}
          onApproveUntil={(student) => decisions.askEnd([student])}
          onDecline={(student) => decisions.askReason([student])}
          onUnapprove={(student) => decisions.decide([student], 'unapproved')}
          onRemove={remove}
        />
      </div>
      {chosen.length > 0 && (
        <SelectedStudents
          course_id={course_id}
          tiers={tiers}
          chosen={chosen.map((row) => row.student_id)}
          pending={pending.length}
          isDeciding={decisions.isPending}
          onDecide={(kind) => decisions.decide(chosen, kind)}
          onDecline={() => decisions.askReason(pending)}
          onApproveUntil={() => decisions.askEnd(chosen)}
          onDone={finish}
        />
      )}
      {decisions.dialogs}
    </>
  )
}

/** Approves, declines and unapproves students of the course; each can be undone. Some ask for an end or a reason first. */
function useDecisions(course_id: string, onDone: () => void) {
  const [approving, setApproving] = useState<CourseStudent[]>([])
  const [declining, setDeclining] = useState<CourseStudent[]>([])
  const { decide, isPending } = useDecideRequests()
  const run = (students: CourseStudent[], kind: DecisionKind, options = {}) => {
    setApproving([])
    setDeclining([])
    onDone()
    const requests = students.map(({ student_id }) => ({ course_id, student_id }))
    void decide(requests, kind, options)
  }
  const dialogs = (
    <>
      <ApproveDialog
        count={approving.length}
        onClose={() => setApproving([])}
        onApprove={(end) => run(approving, 'approved', end ? { end } : {})}
      />
      <DeclineDialog
        count={declining.length}
        onClose={() => setDeclining([])}
        onDecline={(reason) => run(declining, 'declined', { reason })}
      />
    </>
  )
  return { decide: run, askEnd: setApproving, askReason: setDeclining, isPending, dialogs }
}

/** Hides a removed student at once and removes the enrolment when the time to undo has passed. */
function useRemoval(course_id: string) {
  const { t } = useTranslation('learning')
  const [leaving, setLeaving] = useState<string[]>([])
  const change = useChangeCourses()
  const back = (id: string) => setLeaving((ids) => ids.filter((each) => each !== id))
  const remove = ({ student_id, name }: CourseStudent) => {
    setLeaving((ids) => [...ids, student_id])
    toastUndo(t('students.removed', { name }), {
      undo: () => back(student_id),
      commit: () =>
        change.mutate({ student_id, remove_course_ids: [course_id] }, { onSettled: () => back(student_id) }),
    })
  }
  return { leaving, remove }
}
