import { Group, Paper, Progress, Text, Title } from '@mantine/core'
import { IconArrowRight, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { dismissOnboardingChecklist, getOnboardingChecklist } from '../contract.ts'
import classes from './first-steps.module.css'
import { SampleCourse } from './sample-course.tsx'

export type Journey = ApiReply<typeof getOnboardingChecklist>
type Step = Journey['steps'][number]['step']

/** Address of the page where a step is done. */
function pagePathOf(step: Step, course_id: string | null) {
  const course = course_id ? `/manage/courses/${course_id}` : '/manage/courses/new'
  const paths: Record<Step, string> = {
    profile: '/manage/settings',
    colours: '/manage/settings/brand',
    course,
    lesson: course,
    published: course,
    people: '/manage/people?tab=invitations',
    enrolled: course_id ? `${course}/students` : course,
    payment: '/manage/payment-providers',
    domain: '/manage/domains',
  }
  return paths[step]
}

/** Whether the checklist is shown: neither complete nor dismissed. */
export const isJourneyOpen = ({ dismissed, processed_count, all_count }: Journey) =>
  !dismissed && processed_count < all_count

/** Checklist of a new school. Render it only while `isJourneyOpen`. */
export function FirstSteps({ journey }: { journey: Journey }) {
  const { t } = useTranslation('onboarding')
  const { errorText } = useErrorText()
  const client = useQueryClient()
  const dismiss = useApiMutation(dismissOnboardingChecklist, {
    onSuccess(answer) {
      client.setQueryData(queryKey(getOnboardingChecklist, {}), answer)
      toast(t('dismissed'))
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  const { steps, processed_count, all_count, course_id } = journey
  const next = steps.find((one) => !one.done && !one.optional)?.step
  return (
    <Paper
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'xl' }}
      component="section"
      aria-labelledby="checklist"
    >
      <Group justify="space-between" align="baseline">
        <Title order={2} id="checklist">
          {t('title')}
        </Title>
        <Group gap="sm" align="baseline">
          <Text c="dimmed">{t('done', { count: processed_count, all: all_count })}</Text>
          <Button
            variant="subtle"
            size="sm"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ dismissed: true })}
          >
            {t('dismiss')}
          </Button>
        </Group>
      </Group>
      <Text c="dimmed" mt={4} mb="md">
        {t('text')}
      </Text>
      <Progress value={(processed_count / all_count) * 100} aria-label={t('progress')} mb="md" />
      <ol className={classes.steps}>
        {steps.map(({ step, done, optional }) => (
          <li key={step} data-done={done || undefined} data-next={step === next || undefined}>
            {done ? <IconCircleCheck size={24} aria-hidden /> : <IconCircleDashed size={24} aria-hidden />}
            <Link to={pagePathOf(step, course_id)}>
              <strong>{t(`steps.${step}`)}</strong>
              {optional && ` · ${t('optional')}`}
              {done && <span className="ly-hidden"> {t('isDone')}</span>}
              <span>{t(`texts.${step}`)}</span>
            </Link>
            <IconArrowRight size={18} aria-hidden className={`ly-mirrored ${classes.arrow}`} />
          </li>
        ))}
      </ol>
      <SampleCourse journey={journey} />
    </Paper>
  )
}
