import { Stack } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconArrowsSort,
  IconBook,
  IconCategory,
  IconCheckbox,
  IconCircleDot,
  IconCode,
  IconCursorText,
  IconFileText,
  IconFileUpload,
  IconForms,
  IconInfoCircle,
  IconMathFunction,
  IconMathSymbols,
  IconMicrophone,
  IconPhotoSearch,
  IconSwitchHorizontal,
  IconTable,
  IconTags,
  IconToggleRight,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { QuestionType } from '#lib/questions/index.ts'
import { invalidate, useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { noFiles } from '#ui/questions/question-props.ts'
import * as contract from '../../contract.ts'
import { blankQuestion, isQuestionType } from './blank-questions.ts'
import { draftRules, inputOf, type QuestionDraft } from './question-draft.ts'
import { questionTypeList } from './type-list.ts'
import classes from './question-editor.module.css'

const QuestionForm = lazy(() => import('./question-form.tsx'))

export const handle: ScreenHandle = { namespaces: ['question-editor', 'question-banks', 'questions'] }

/** A new question of a bank: first its type, then its form. */
export default function NewQuestion() {
  const { t } = useTranslation(['question-editor', 'question-banks'])
  const { bank_id = '' } = useParams()
  const [search] = useSearchParams()
  const type = search.get('type') ?? ''
  const bank = useApiQuery(contract.getQuestionBank, { bank_id })
  const isChosen = isQuestionType(type)
  if (bank.error) return <ErrorState error={bank.error} onRetry={bank.refetch} />
  return (
    <Stack gap="lg">
      <PageHeading
        title={isChosen ? t(`question-banks:types.${type}`) : t('new.title')}
        section={type}
        isLoading={!bank.data}
        {...(!isChosen && { text: t('new.text') })}
        crumbs={[
          { label: t('question-banks:title'), to: '/manage/question-banks' },
          { label: t('question-banks:bulk.target'), to: `/manage/question-banks/${bank_id}` },
          ...(isChosen
            ? [{ label: t('new.title'), to: `/manage/question-banks/${bank_id}/questions/new` }]
            : []),
        ]}
      />
      {!bank.data && <ListSkeleton rows={6} />}
      {bank.data && !isChosen && <Types />}
      {bank.data && isChosen && (
        <Suspense fallback={<ListSkeleton rows={6} />}>
          <NewQuestionForm key={type} type={type} bank_id={bank_id} />
        </Suspense>
      )}
    </Stack>
  )
}

const icons: Record<QuestionType, typeof IconTable> = {
  single_choice: IconCircleDot,
  multiple_choice: IconCheckbox,
  true_false: IconToggleRight,
  short_text: IconCursorText,
  number: IconMathSymbols,
  calculated: IconMathFunction,
  gaps: IconForms,
  essay: IconFileText,
  matching: IconSwitchHorizontal,
  ordering: IconArrowsSort,
  categorise: IconCategory,
  matrix: IconTable,
  slider: IconAdjustmentsHorizontal,
  hotspot: IconPhotoSearch,
  labelling: IconTags,
  file_upload: IconFileUpload,
  recording: IconMicrophone,
  code: IconCode,
  passage: IconBook,
  information: IconInfoCircle,
}

function Types() {
  const { t } = useTranslation('question-banks')
  return (
    <ul className={classes.types}>
      {questionTypeList.map((type) => {
        const Icon = icons[type]
        return (
          <li key={type}>
            <Link to={`?type=${type}`} className={classes.type}>
              <Icon size={24} aria-hidden />
              {t(`types.${type}`)}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function NewQuestionForm({ type, bank_id }: { type: QuestionType; bank_id: string }) {
  const { t } = useTranslation('question-editor')
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [initialValues] = useState<QuestionDraft>(() => ({
    name: '',
    tags: [],
    difficulty: null,
    ...blankQuestion(type),
  }))
  const form = useApiForm({
    contract: contract.createQuestion,
    initialValues,
    rules: draftRules,
    input: (values) => ({ bank_id, ...inputOf(values) }),
    async onDone({ id }) {
      await invalidate(cache, [
        contract.listQuestions,
        contract.listQuestionTags,
        contract.listQuestionBanks,
        contract.getQuestionBank,
      ])
      toast(t('saved'))
      await navigate(`/manage/question-banks/${bank_id}/questions/${id}`, { replace: true })
    },
  })
  return <QuestionForm bank_id={bank_id} form={form} files={noFiles} submitLabel={t('create')} />
}
