import { Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { Button } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { BanksTable, type BankDialogState } from './banks-table.tsx'
import { CourseFilter } from './course-field.tsx'

const BankDialog = lazy(() => import('./bank-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['question-banks'] }

/** The question banks of the school and of courses. */
export default function QuestionBanks() {
  const { t } = useTranslation('question-banks')
  const [search] = useQueryParam('search')
  const [course_id, setCourse] = useQueryParam('course_id')
  const [dialog, setDialog] = useState<BankDialogState | null>(null)
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={t('text')}
        actions={
          <Button
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setDialog({ kind: 'create' })}
          >
            {t('create.open')}
          </Button>
        }
      />
      <Group align="flex-end" gap="md">
        <Search />
        <CourseFilter value={course_id} onChange={setCourse} />
      </Group>
      <BanksTable
        filters={{ ...(search && { q: search }), ...(course_id && { course_id }) }}
        onOpen={setDialog}
      />
      <Suspense>{dialog && <BankDialog state={dialog} onClose={() => setDialog(null)} />}</Suspense>
    </Stack>
  )
}

function Search() {
  const { t } = useTranslation('question-banks')
  const [search, setSearch] = useQueryParam('search')
  const [typed, setTyped] = useState(search ?? '')
  const [waited] = useDebouncedValue(typed.trim(), 250)
  useEffect(() => setSearch(waited || null), [waited, setSearch])
  return <SearchInput label={t('search')} value={typed} onChange={setTyped} flex="1 1 16rem" />
}
