import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { invalidate, useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { ConflictNote, type Conflict } from './conflict-note.tsx'
import { draftRules, inputOf, withItemsInOrder, type QuestionDraft } from './question-draft.ts'

const QuestionForm = lazy(() => import('./question-form.tsx'))
const QuestionHistory = lazy(() =>
  import('./history/question-history.tsx').then((module) => ({ default: module.QuestionHistory })),
)

export const handle: ScreenHandle = { namespaces: ['question-editor', 'question-banks', 'questions'] }

type Question = ApiReply<typeof contract.getQuestion>

/** Editor of a question of a bank. */
export default function EditQuestion() {
  const { t } = useTranslation('question-banks')
  const { bank_id = '', question_id = '' } = useParams()
  const bank = useApiQuery(contract.getQuestionBank, { bank_id })
  const question = useApiQuery(contract.getQuestion, { bank_id, id: question_id })
  // Increases when the form is filled with the saved values again.
  const [round, setRound] = useState(0)
  const error = question.error ?? bank.error
  if (error) return <ErrorState error={error} onRetry={() => void question.refetch()} />
  // A cached question may be older than what others saved since.
  const loaded = question.isFetchedAfterMount ? question.data : undefined
  return (
    <Stack gap="lg">
      <PageHeading
        title={loaded?.name || '…'}
        isLoading={!loaded}
        {...(loaded && { text: t(`types.${loaded.type}`) })}
        crumbs={[
          { label: t('title'), to: '/manage/question-banks' },
          { label: t('question-banks:bulk.target'), to: `/manage/question-banks/${bank_id}` },
        ]}
      />
      {loaded ? (
        <Suspense fallback={<ListSkeleton rows={6} />}>
          <EditForm
            key={`${question_id} ${round}`}
            question={loaded}
            onReload={async () => {
              await question.refetch()
              setRound((current) => current + 1)
            }}
          />
        </Suspense>
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Stack>
  )
}

function draftOf({ name, tags, difficulty, body, key }: Question): QuestionDraft {
  const sorted = withItemsInOrder(body, key)
  return { name, tags, difficulty: difficulty === null ? null : String(difficulty), body: sorted, key }
}

function EditForm({ question, onReload }: { question: Question; onReload: () => void }) {
  const { bank_id, id } = question
  const { t } = useTranslation('question-editor')
  const { form, conflict, keepMine } = useEditForm(question)
  // Images of an older version that is in the form again.
  const [oldFiles, setOldFiles] = useState<Question['files']>([])
  const files = [...question.files, ...oldFiles]
  return (
    <QuestionForm
      bank_id={bank_id}
      form={form}
      files={{
        urlOf: (upload_id) => files.find((file) => file.upload_id === upload_id)?.url,
        send: null,
      }}
      submitLabel={t('save')}
      notes={
        conflict && (
          <ConflictNote
            conflict={conflict}
            path={`/manage/question-banks/${bank_id}/questions/${id}`}
            onKeepMine={keepMine}
            onTakeTheirs={onReload}
          />
        )
      }
    >
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <QuestionHistory
          bank_id={bank_id}
          id={id}
          version={question.version}
          onRestore={({ body, key, files: ofVersion }, number) => {
            setOldFiles(ofVersion)
            form.setValues({ body: withItemsInOrder(body, key), key })
            toast(t('versions.restored', { number }), 'info')
          }}
        />
      </Suspense>
    </QuestionForm>
  )
}

/** Routes whose replies change with a question. */
const changedQueries = [
  contract.getQuestion,
  contract.listQuestionVersions,
  contract.listQuestions,
  contract.listQuestionTags,
]

function useEditForm(question: Question) {
  const { bank_id, id } = question
  const { t } = useTranslation('question-editor')
  const cache = useQueryClient()
  const [start, setStart] = useState(() => draftOf(question))
  const base = useRef(question.updated_at)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const form = useApiForm({
    contract: contract.updateQuestion,
    initialValues: start,
    rules: draftRules,
    input(values) {
      const { body, key, ...rest } = inputOf(values)
      const isSame = JSON.stringify([body, key]) === JSON.stringify([start.body, start.key])
      return { bank_id, id, ...rest, ...(!isSame && { body, key }), updated_at: base.current }
    },
    onRefused(error) {
      if (error.code !== 'edit_conflict') return false
      setConflict(error.problem as unknown as Conflict)
      return true
    },
    async onDone(saved, values) {
      setStart(values)
      base.current = saved.updated_at
      setConflict(null)
      toast(t('saved'))
      await invalidate(cache, changedQueries)
    },
  })
  /** Saves over the version of the other person. */
  const keepMine = () => {
    if (conflict) base.current = conflict.changed_at
    setConflict(null)
    void form.submit()
  }
  return { form, conflict, keepMine }
}
