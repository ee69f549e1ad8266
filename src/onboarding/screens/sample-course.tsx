import { Group, Text } from '@mantine/core'
import { useNavigate } from 'react-router'
import { listCourses } from '#courses/contract.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { getSchoolOverview } from '#staff-home/contract.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { addSampleCourse, keepSampleCourse, deleteSampleCourse, getOnboardingChecklist } from '../contract.ts'
import type { Journey } from './first-steps.tsx'
import classes from './first-steps.module.css'

/** Buttons to add, keep or delete the sample course. */
export function SampleCourse({ journey }: { journey: Journey }) {
  const { t } = useTranslation('onboarding')
  const { errorText } = useErrorText()
  const navigate = useNavigate()
  const { sample_course_id, course_id } = journey
  const options = {
    invalidates: [getOnboardingChecklist, listCourses, getSchoolOverview],
    onError: (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error'),
  }
  const add = useApiMutation(addSampleCourse, {
    ...options,
    onSuccess: (made) => void navigate(`/manage/courses/${made.course_id}`),
  })
  const keep = useApiMutation(keepSampleCourse, { ...options, onSuccess: () => toast(t('sample.kept')) })
  const remove = useApiMutation(deleteSampleCourse, {
    ...options,
    onSuccess: () => toast(t('sample.removed')),
  })
  // A school with its own course needs no sample.
  if (!sample_course_id && course_id) return null
  return (
    <section className={classes.sample} aria-labelledby="sample">
      <div>
        <Text fw={600} id="sample" component="h3">
          {t(sample_course_id ? 'sample.there' : 'sample.title')}
        </Text>
        <Text c="dimmed">{t(sample_course_id ? 'sample.thereText' : 'sample.text')}</Text>
      </div>
      {sample_course_id ? (
        <Group gap="sm">
          <LinkButton to={`/manage/courses/${sample_course_id}`} variant="default">
            {t('sample.open')}
          </LinkButton>
          <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate({})}>
            {t('sample.keep')}
          </Button>
          <Button variant="subtle" color="error" loading={remove.isPending} onClick={() => remove.mutate({})}>
            {t('sample.remove')}
          </Button>
        </Group>
      ) : (
        <Button variant="default" loading={add.isPending} onClick={() => add.mutate({})}>
          {t('sample.add')}
        </Button>
      )}
    </section>
  )
}
