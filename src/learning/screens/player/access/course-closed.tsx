import { Paper, Stack, Text } from '@mantine/core'
import { IconClockOff, IconHourglass, IconLock } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { getCourseContents, getCourseDetails } from '#courses/contract.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { TextSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../../contract.ts'

type MyEnrolment = ApiReply<typeof contract.getMyEnrolment>

const icons = { pending: IconHourglass, expired: IconClockOff }

/** Why a student cannot learn here now, with the possible action. */
export function CourseClosed({
  course_id,
  coming_soon = false,
}: {
  course_id: string
  coming_soon?: boolean
}) {
  const { t } = useTranslation('learning')
  const check = useApiQuery(contract.getMyEnrolment, { course_id })
  if (check.error) return <ErrorState error={check.error} onRetry={check.refetch} />
  if (!check.data) return <TextSkeleton />
  const effectiveStatus = check.data
  const reason = coming_soon ? 'soon' : reasonOf(effectiveStatus)
  const Icon = icons[reason as keyof typeof icons] ?? IconLock
  return (
    <EmptyState
      icon={<Icon size={32} />}
      title={t(`closed.${reason}`)}
      text={t(`closed.${reason}Text`)}
      action={
        <Stack gap="sm" align="center">
          {(reason === 'none' || reason === 'pending') && <HowToPay course_id={course_id} />}
          {effectiveStatus.may_request && !coming_soon && <AskButton course_id={course_id} />}
          <LinkButton to="/dashboard" variant="default">
            {t('closed.back')}
          </LinkButton>
        </Stack>
      }
    />
  )
}

/** How the school takes payment for a course with a price. */
function HowToPay({ course_id }: { course_id: string }) {
  const { t } = useTranslation('learning')
  const course = useApiQuery(getCourseDetails, { id: course_id })
  const instructions = course.data?.payment_instructions
  if (!instructions) return null
  return (
    <Paper withBorder radius="md" p="md" maw="32rem" ta="start">
      <Text fw={640}>{t('ask.howToPay')}</Text>
      <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{instructions}</Text>
    </Paper>
  )
}

/** A running approval in a closed course means that the course has ended. */
const reasonOf = ({ status }: MyEnrolment) =>
  status === null ? 'none' : status === 'approved' ? 'expired' : status

function AskButton({ course_id }: { course_id: string }) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const ask = useApiMutation(contract.requestEnrolment, {
    invalidates: [contract.getMyEnrolment, contract.listMyCourses, getCourseContents],
    onSuccess: (outlinePosition) =>
      toast(t(outlinePosition.status === 'approved' ? 'ask.approved' : 'ask.sent')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Button loading={ask.isPending} onClick={() => ask.mutate({ course_id })}>
      {t('ask.button')}
    </Button>
  )
}
