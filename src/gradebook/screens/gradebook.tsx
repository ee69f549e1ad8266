import { Alert, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconListNumbers, IconSettings, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { SaveState } from '#ui/form/save-state.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ConflictList } from './conflict-list.tsx'
import { FileMenu } from './files/file-menu.tsx'
import { useGrades, type Gradebook } from './model/use-grades.ts'
import { ReleaseSwitch } from './release-switch.tsx'

const GradeGrid = lazy(() => import('./grid/grade-grid.tsx'))
const StudentList = lazy(() => import('./students/student-list.tsx'))

export const handle: ScreenHandle = { namespaces: ['gradebook'] }

/** Grades of the students of a course: a grid, and on narrow screens a list of students. */
export default function GradebookPage() {
  const { t } = useTranslation('gradebook')
  const { course_id = '' } = useParams()
  const book = useApiQuery(contract.getGradebook, { course_id })
  if (book.error) return <ErrorState error={book.error} onRetry={book.refetch} />
  if (!book.data) return <ListSkeleton rows={8} />
  if (book.data.items.length === 0)
    return (
      <EmptyState
        icon={<IconListNumbers size={32} />}
        title={t('empty.title')}
        text={t('empty.text')}
        action={<LinkButton to="setup">{t('setUp')}</LinkButton>}
      />
    )
  return <Grades key={course_id} book={book.data} />
}

const pageSize = 50

function Grades({ book }: { book: Gradebook }) {
  const { t } = useTranslation('gradebook')
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim(), 250)
  const [problem, setProblem] = useState<string | null>(null)
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const grades = useGrades(book)
  const list = useApiPages(contract.listGrades, {
    course_id: book.course_id,
    limit: pageSize,
    ...(q && { search: q }),
  })
  const { store, conflicts, status } = grades
  const View = isWide ? GradeGrid : StudentList
  const rows = list.rows
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="md">
        <SearchInput label={t('search')} value={search} onChange={setSearch} flex="1 1 14rem" />
        <ReleaseSwitch book={book} />
        <FileMenu course_id={book.course_id} />
        <LinkButton to="setup" variant="default" leftSection={<IconSettings size={20} aria-hidden />}>
          {t('setUp')}
        </LinkButton>
      </Group>
      <Group justify="space-between" gap="sm" mih={36}>
        <SaveState state={status} onRetry={() => void store.retry()} />
        <Text size="sm" c="dimmed" visibleFrom="sm">
          {t('grid.keys')}
        </Text>
      </Group>
      {problem && (
        <Alert
          color="warning"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          withCloseButton
          closeButtonLabel={t('dismiss')}
          onClose={() => setProblem(null)}
        >
          {problem}
        </Alert>
      )}
      <ConflictList book={book} rows={rows ?? []} conflicts={conflicts} store={store} />
      {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {!rows && !list.error && <ListSkeleton rows={8} />}
      {rows?.length === 0 && (
        <EmptyState
          icon={<IconUsers size={32} />}
          title={t(q ? 'noneFound.title' : 'noStudents.title')}
          text={t(q ? 'noneFound.text' : 'noStudents.text')}
        />
      )}
      {rows && rows.length > 0 && (
        <Suspense fallback={<ListSkeleton rows={8} />}>
          <View
            key={q}
            book={book}
            grades={grades}
            rows={rows}
            hasMore={list.hasMore}
            isLoadingMore={list.isLoadingMore}
            onLoadMore={list.loadMore}
            onProblem={setProblem}
          />
        </Suspense>
      )}
    </Stack>
  )
}
