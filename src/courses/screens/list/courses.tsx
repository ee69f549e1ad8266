import { Stack } from '@mantine/core'
import { IconBook2, IconPlus } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { CourseFilters, isVisibility } from './course-filters.tsx'
import { CourseTable } from './course-table.tsx'

export const handle: ScreenHandle = { namespaces: ['courses'] }

/** Courses that the reader may edit, with filters in the address. */
export default function Courses() {
  const { t } = useTranslation('courses')
  const { pages, isFiltered } = useCourses()
  // Nothing to filter yet.
  const isEmpty = pages.rows?.length === 0 && !isFiltered
  return (
    <>
      <PageHeading
        title={t('list.title')}
        actions={
          <LinkButton to="/manage/courses/new" leftSection={<IconPlus size={20} aria-hidden />}>
            {t('list.new')}
          </LinkButton>
        }
      />
      <Stack gap="lg">
        {!isEmpty && <CourseFilters />}
        {pages.error ? (
          <ErrorState error={pages.error} onRetry={pages.refetch} />
        ) : (
          <CourseTable
            pages={pages}
            empty={
              <EmptyState
                icon={<IconBook2 size={32} />}
                title={t(isFiltered ? 'list.noneFound' : 'list.none')}
                text={t(isFiltered ? 'list.noneFoundText' : 'list.noneText')}
                action={
                  isFiltered ? (
                    <LinkButton variant="default" to="/manage/courses">
                      {t('list.clear')}
                    </LinkButton>
                  ) : (
                    <LinkButton to="/manage/courses/new">{t('list.first')}</LinkButton>
                  )
                }
              />
            }
          />
        )}
      </Stack>
    </>
  )
}

function useCourses() {
  const [searchText] = useQueryParam('q')
  const [visibility] = useQueryParam('visibility')
  const [category_id] = useQueryParam('category_id')
  const [faculty_id] = useQueryParam('faculty_id')
  const [q] = useDebouncedValue(searchText?.trim() ?? '', 250)
  const pages = useApiPages(contract.listCourses, {
    limit: 30,
    ...(q && { q }),
    ...(isVisibility(visibility) && { visibility }),
    ...(category_id && { category_id }),
    ...(faculty_id && { faculty_id }),
  })
  return { pages, isFiltered: Boolean(searchText || visibility || category_id || faculty_id) }
}
