import { Alert, Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation, useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton, PendingPart } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { CorrectionForm } from './correction-form.tsx'
import classes from './ask.module.css'

export const handle: ScreenHandle = { namespaces: ['assistant'] }

export type CourseQuestion = ApiReply<typeof contract.listCourseQuestions>['data'][number]

const states = ['unanswered', 'rated_unhelpful', 'answered', 'corrected'] as const

/** Questions about a course for its staff, within the course builder. */
export default function CourseQuestions() {
  const { t } = useTranslation('assistant')
  const { course_id = '' } = useParams()
  const [requestedState, setRequestedState] = useQueryParam('state')
  const state = states.find((value) => value === requestedState)
  const list = useApiPages(contract.listCourseQuestions, { course_id, limit: 20, ...(state && { state }) })
  return (
    <Stack gap="lg" maw={820}>
      <OnOff course_id={course_id} />
      <SelectField
        label={t('course.show')}
        value={state ?? 'all'}
        onChange={(value) => setRequestedState(value === 'all' ? null : value)}
        choices={['all' as const, ...states].map((value) => ({ value, label: t(`course.${value}`) }))}
        allowDeselect={false}
        maw={320}
      />
      {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {!list.rows && !list.error && <ListSkeleton />}
      {list.rows?.length === 0 && (
        <EmptyState
          icon={<IconMessageQuestion size={32} />}
          title={t(state ? 'course.noneFound' : 'course.none')}
          text={t('course.noneText')}
        />
      )}
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.rows?.map((row) => (
          <Question key={row.id} row={row} course_id={course_id} />
        ))}
      </Stack>
      {Boolean(list.rows?.length) && <ListFooter pages={list} more={t('course.more')} />}
    </Stack>
  )
}

type Settings = ApiReply<typeof contract.getCourseAssistant>

function OnOff({ course_id }: { course_id: string }) {
  const { t } = useTranslation('assistant')
  const { errorText } = useErrorText()
  const settings = useApiQuery(contract.getCourseAssistant, { course_id })
  const change = useApiMutation(contract.updateCourseAssistant, {
    invalidates: [contract.getCourseAssistant],
    optimistic({ is_on }, client) {
      const key = queryKey(contract.getCourseAssistant, { course_id })
      const before = client.getQueryData<Settings>(key)
      client.setQueryData(key, before && { ...before, is_on })
      return () => client.setQueryData(key, before)
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (settings.isPending) return <PendingPart />
  if (!settings.data) return null
  if (!settings.data.is_on_in_school) return <Alert color="warning" title={t('course.offInSchool')} />
  return (
    <SwitchField
      label={t('course.isOn')}
      hint={t('course.isOnHint')}
      value={settings.data.is_on}
      onChange={(is_on) => change.mutate({ course_id, is_on })}
    />
  )
}

const colours = { teacher: 'accent', endpoint: 'primary', quotes: 'gray', none: 'warning' } as const

function Question({ row, course_id }: { row: CourseQuestion; course_id: string }) {
  const { t } = useTranslation('assistant')
  const [isWriting, setWriting] = useState(false)
  const { question, kind, answer, asked_by, created_at, rating, correction, citations } = row
  return (
    <Paper component="li" withBorder radius="lg" p="md" className={classes.row ?? ''}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={640}>{asked_by?.name ?? t('course.former')}</Text>
          <Text size="sm" c="dimmed" component="span">
            <Time at={created_at} style="relative" />
          </Text>
        </Group>
        <Group gap="xs">
          <Badge color={colours[kind]}>{t(`course.by.${kind}`)}</Badge>
          {rating === 'helpful' && <Badge color="success">{t('course.helpful')}</Badge>}
          {rating === 'unhelpful' && <Badge color="error">{t('course.markedWrong')}</Badge>}
        </Group>
      </Group>
      <p className={classes.question} dir="auto">
        {question}
      </p>
      {answer && (
        <p className={classes.given} dir="auto">
          {answer}
        </p>
      )}
      {kind !== 'none' && citations.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('sources')}: {[...new Set(citations.map(({ title }) => title))].join(', ')}
        </Text>
      )}
      {correction && !isWriting && (
        <div className={classes.teacher}>
          <p className={classes.by}>{t('byTeacher')}</p>
          <p className={classes.words} dir="auto">
            {correction.answer}
          </p>
        </div>
      )}
      {isWriting ? (
        <CorrectionForm row={row} course_id={course_id} onDone={() => setWriting(false)} />
      ) : (
        <div>
          <Button size="sm" variant="default" onClick={() => setWriting(true)}>
            {t(correction ? 'course.change' : 'course.correct')}
          </Button>
        </div>
      )}
    </Paper>
  )
}
