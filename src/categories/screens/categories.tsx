import { Paper, Stack } from '@mantine/core'
import { IconCategory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { downloadList } from '#tenancy/client/download-list.ts'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { DownloadListButton } from '#ui/components/download-list-button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { SortableList } from '#ui/components/sortable-list.tsx'
import { toast, toastUndo } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { AddCategory } from './add-category.tsx'
import { CategoryRow, type Category } from './category-row.tsx'

export const handle: ScreenHandle = { namespaces: ['categories'] }

/** The maximum of a school, so one page contains all. */
const all = { limit: 100 }

type Listed = ApiReply<typeof contract.listCategories>

/** The sections of the home page: rename, reorder by drag or keyboard, delete with ten seconds to undo. */
export default function Categories() {
  const { t } = useTranslation('categories')
  const { query, categories, reorder, remove } = useCategories()
  const { data, error, refetch } = query
  return (
    <>
      <PageHeading title={t('title')} text={t('text')} />
      <Stack gap="lg" maw={760}>
        <AddCategory />
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!error && !data && <ListSkeleton rows={4} />}
        {data && categories.length === 0 && (
          <EmptyState icon={<IconCategory size={40} />} title={t('empty.title')} text={t('empty.text')} />
        )}
        {categories.length > 0 && (
          <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'lg' }}>
            <SortableList
              items={categories}
              itemKey="id"
              label={({ name }) => name}
              onReorder={reorder}
              renderItem={(category) => <CategoryRow category={category} onRemove={() => remove(category)} />}
            />
          </Paper>
        )}
        {categories.length > 0 && (
          <div>
            <DownloadListButton download={() => downloadList(contract.listCategories, {})} />
          </div>
        )}
      </Stack>
    </>
  )
}

function useCategories() {
  const { t } = useTranslation('categories')
  const { errorText } = useErrorText()
  const client = useQueryClient()
  const [removed, setRemoved] = useState<readonly string[]>([])
  const query = useApiQuery(contract.listCategories, all)
  const key = queryKey(contract.listCategories, all)
  const show = (data: Category[]) => client.setQueryData<Listed>(key, { data, next_cursor: null })
  const rows = query.data?.data ?? []
  const isThere = ({ id }: Category) => !removed.includes(id)
  const bringBack = (id: string) => setRemoved((ids) => ids.filter((other) => other !== id))

  const order = useApiMutation(contract.reorderCategories, {
    invalidates: [contract.listCategories],
    optimistic({ ids }) {
      const position = new Map(ids.map((id, index) => [id, index]))
      show(rows.toSorted((one, other) => (position.get(one.id) ?? 0) - (position.get(other.id) ?? 0)))
      return () => show(rows)
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  const drop = useApiMutation(contract.deleteCategory, {
    invalidates: [contract.listCategories],
    onError(error, { id }) {
      bringBack(id)
      toast(errorText(error), 'error')
    },
  })

  return {
    query,
    categories: rows.filter(isThere),
    // A category with a pending deletion still has a position on the server.
    reorder: (shown: Category[]) =>
      order.mutate({ ids: [...shown, ...rows.filter((row) => !isThere(row))].map(({ id }) => id) }),
    remove({ id, name, course_count }: Category) {
      setRemoved((ids) => [...ids, id])
      const message =
        course_count > 0 ? t('removedWith', { name, count: course_count }) : t('removed', { name })
      toastUndo(message, { undo: () => bringBack(id), commit: () => drop.mutate({ id }) })
    },
  }
}
