import { Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useCreatorPreviewParam } from '#ui/frame/course-parameters.ts'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { SidePanel } from '#ui/components/layout/side-panel.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { AskForm } from './ask-form.tsx'
import { QuestionCard } from './question-card.tsx'
import { PendingQuestionCard } from './pending-question-card.tsx'
import { NextTopics } from './next-topics.tsx'
import { useAskQuestion } from './use-ask-question.ts'
import classes from './ask.module.css'

interface Props {
  course_id: string
  topic_id: string
  opened: boolean
  onClose: () => void
}

/** Panel beside the open content: questions, answers and recommended topics. */
export function PlayerAsk({ course_id, topic_id, opened, onClose }: Props) {
  const { t } = useTranslation('assistant')
  return (
    <SidePanel title={t('panel.title')} closeLabel={t('panel.close')} opened={opened} onClose={onClose}>
      <div className={classes.panel}>
        <Questions
          key={course_id}
          course_id={course_id}
          topic_id={topic_id}
          // The sheet on a phone would cover the linked passage.
          onFollow={() => !window.matchMedia('(min-width: 75em)').matches && onClose()}
        />
      </div>
    </SidePanel>
  )
}

interface QuestionsProps {
  course_id: string
  topic_id: string
  onFollow: () => void
}

function Questions({ course_id, topic_id, onFollow }: QuestionsProps) {
  const { t } = useTranslation('assistant')
  const [preview] = useCreatorPreviewParam()
  const [quotesOnly, setQuotesOnly] = useState(false)
  const assistant = useApiQuery(contract.getAssistant, { course_id })
  const list = useApiPages(contract.listMyQuestions, { course_id, limit: 10 })
  const { asking, latest, refusal, ask, again } = useAskQuestion(course_id, {
    quotes_only: quotesOnly,
    creator_preview: preview,
  })
  const answer = useRef<HTMLDivElement>(null)
  const shown = asking ? 'asking' : latest?.id
  useEffect(() => {
    // On a phone the form fills the sheet, and the answer would be below it.
    if (shown) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  const before = (list.rows ?? []).filter(({ id }) => id !== latest?.id)
  const fresh = latest && (list.rows?.find(({ id }) => id === latest.id) ?? latest)
  if (assistant.error) return <ErrorState error={assistant.error} onRetry={assistant.refetch} />
  if (!assistant.data) return <ListSkeleton />
  return (
    <>
      <AskForm
        assistant={assistant.data}
        isAsking={asking !== null}
        refusal={refusal}
        quotesOnly={quotesOnly}
        onQuotesOnly={setQuotesOnly}
        onAsk={ask}
      />
      {/* Announced at the start and at the end, not at every word. */}
      <VisuallyHidden role="status">
        {asking ? t('writing') : fresh ? t('answered', { text: spoken(fresh) || t('none.title') }) : ''}
      </VisuallyHidden>
      {(asking ?? fresh) && (
        <div ref={answer} className={classes.panel}>
          {asking && <PendingQuestionCard asking={asking} onRetry={again} />}
          {fresh && <QuestionCard entry={fresh} onFollow={onFollow} />}
        </div>
      )}
      <NextTopics
        course_id={course_id}
        topic_id={topic_id}
        usesEndpoint={assistant.data.uses_endpoint}
        onFollow={onFollow}
      />
      {list.isLoading && <ListSkeleton rows={2} />}
      {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {before.map((question) => (
        <QuestionCard key={question.id} entry={question} onFollow={onFollow} />
      ))}
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('earlier')}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {t('private', { count: assistant.data.keep_days })}
      </Text>
    </>
  )
}

/** Beginning of an answer for screen readers. */
const spoken = ({ answer }: { answer: string }) => answer.replace(/(?<!\s)\s*\[\d{1,3}\]/g, '').slice(0, 400)
