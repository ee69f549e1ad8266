import { Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { getCourseContents } from '#courses/contract.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { CourseQuestion } from './course-questions.tsx'

interface Props {
  row: CourseQuestion
  course_id: string
  onDone: () => void
}

/** A teacher's correction, with the topics that a reader must be able to open. */
export function CorrectionForm({ row, course_id, onDone }: Props) {
  const { t } = useTranslation('assistant')
  const { t: tui } = useTranslation('ui')
  const [answer, setAnswer] = useState(row.correction?.answer ?? '')
  const [chosen, setChosen] = useState(
    row.correction?.content_ids ?? [
      // The lessons of a question without an answer are search results, not its sources.
      ...new Set(row.kind === 'none' ? [] : row.citations.slice(0, 1).map(({ content_id }) => content_id)),
    ],
  )
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const choices = useTopicChoices(course_id)
  // Deleted topics cannot be sources.
  const content_ids = choices ? chosen.filter((id) => choices.some(({ value }) => value === id)) : chosen
  const { save, remove } = useCorrectionChanges(onDone)
  return (
    <Stack
      component="form"
      ref={form}
      gap="sm"
      onSubmit={(event) => {
        event.preventDefault()
        if (answer.trim() && !save.isPending) save.mutate({ id: row.id, answer, content_ids })
      }}
    >
      <TextArea
        label={t('course.answer')}
        hint={t('course.answerHint')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={5_000}
        value={answer}
        onChange={setAnswer}
      />
      <MultiSelectField
        label={t('course.topics')}
        hint={t('course.topicsHint')}
        choices={choices ?? []}
        value={content_ids}
        onChange={setChosen}
        maxValues={20}
        searchable
        disabled={!choices}
      />
      <Group gap="sm">
        <Button type="submit" loading={save.isPending} disabled={!answer.trim()}>
          {t('course.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {tui('actions.cancel')}
        </Button>
        {row.correction && (
          <Button
            variant="subtle"
            color="error"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: row.id })}
          >
            {t('course.remove')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** The topics of a course with their lessons; undefined while they load. */
function useTopicChoices(course_id: string) {
  const contents = useApiQuery(getCourseContents, { id: course_id })
  return contents.data?.lessons.flatMap((lesson) =>
    lesson.contents.map(({ id, title }) => ({ value: id, label: `${lesson.title}: ${title}` })),
  )
}

function useCorrectionChanges(onDone: () => void) {
  const { t } = useTranslation('assistant')
  const { errorText } = useErrorText()
  const done = {
    invalidates: [contract.listCourseQuestions],
    onError: (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error'),
  }
  const save = useApiMutation(contract.setCorrection, {
    ...done,
    onSuccess() {
      toast(t('course.saved'))
      onDone()
    },
  })
  const remove = useApiMutation(contract.deleteCorrection, {
    ...done,
    onSuccess() {
      toast(t('course.removed'))
      onDone()
    },
  })
  return { save, remove }
}
