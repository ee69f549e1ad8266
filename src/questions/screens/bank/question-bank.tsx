import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { FileActions } from '../transfer/file-actions.tsx'
import { BulkBar, type BulkAction } from './bulk-bar.tsx'
import { QuestionFilters, useQuestionFilters } from './question-filters.tsx'
import { QuestionsTable } from './questions-table.tsx'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['question-banks'] }

/** The questions of a bank. */
export default function QuestionBank() {
  const { t } = useTranslation('question-banks')
  const { bank_id = '' } = useParams()
  const bank = useApiQuery(contract.getQuestionBank, { bank_id })
  const [selected, setSelected] = useState<string[]>([])
  const [action, setAction] = useState<BulkAction | null>(null)
  const { filters } = useQuestionFilters()
  if (bank.error) return <ErrorState error={bank.error} onRetry={bank.refetch} />
  return (
    <Stack gap="lg">
      <PageHeading
        title={bank.data?.name ?? '…'}
        isLoading={!bank.data}
        text={bank.data?.description || bank.data?.course_name || t('wholeSchool')}
        crumbs={[{ label: t('title'), to: '/manage/question-banks' }]}
        actions={bank.data && <Actions bank_id={bank_id} name={bank.data.name} />}
      />
      {bank.data ? (
        <>
          <QuestionFilters bank_id={bank_id} />
          {selected.length > 0 && <BulkBar count={selected.length} onAction={setAction} />}
          <QuestionsTable bank_id={bank_id} filters={filters} selected={selected} onSelect={setSelected} />
        </>
      ) : (
        <ListSkeleton rows={6} />
      )}
      <Suspense>
        {action && (
          <BulkDialog
            action={action}
            bank_id={bank_id}
            question_ids={selected}
            onClose={() => setAction(null)}
            onDone={() => setSelected([])}
          />
        )}
      </Suspense>
    </Stack>
  )
}

function Actions({ bank_id, name }: { bank_id: string; name: string }) {
  const { t } = useTranslation('question-banks')
  return (
    <>
      <FileActions bank_id={bank_id} name={name} />
      <LinkButton
        to={`/manage/question-banks/${bank_id}/questions/new`}
        leftSection={<IconPlus size={20} aria-hidden />}
      >
        {t('addQuestion')}
      </LinkButton>
    </>
  )
}
