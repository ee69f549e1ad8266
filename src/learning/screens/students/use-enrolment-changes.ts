import { useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

/** Queries that contain enrolments. */
export const enrolmentLists = [
  contract.listCourseStudents,
  contract.listEnrolmentRequests,
  contract.listStudentsNotTaking,
  contract.listStudentCourses,
  contract.listEnrolmentEvents,
]

/** Shows the number of changes, and the reasons of refusals. */
function useOutcome() {
  const { t } = useTranslation('learning')
  const { codeText } = useErrorText()
  return (results: { ok: boolean; code: string | null }[], tell: (count: number) => string) => {
    const failed = results.filter((result) => !result.ok)
    if (failed.length < results.length) toast(tell(results.length - failed.length))
    const code = failed[0]?.code
    if (code) toast(t('approve.failed', { count: failed.length, why: codeText(code, code) }), 'error')
  }
}

/** Adds many students to a course or removes them. */
export function useChangeStudents(onDone?: () => void) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const say = useOutcome()
  return useApiMutation(contract.changeCourseStudents, {
    invalidates: enrolmentLists,
    onSuccess({ results }, { add_student_ids }) {
      say(results, (count) => t(add_student_ids ? 'add.done' : 'remove.done', { count }))
      onDone?.()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
}

/** Assigns a tier to many students of a course. */
export function useTiers(onDone?: () => void) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const say = useOutcome()
  return useApiMutation(contract.setTierForStudents, {
    invalidates: [contract.listCourseStudents, contract.listEnrolmentEvents],
    onSuccess({ results }) {
      say(results, (count) => t('tier.given', { count }))
      onDone?.()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
}

/** Adds a student to courses or removes the student. */
export function useChangeCourses(onDone?: () => void) {
  const { errorText, codeText } = useErrorText()
  return useApiMutation(contract.changeStudentCourses, {
    invalidates: enrolmentLists,
    onSuccess({ results }) {
      const code = results.find((result) => !result.ok)?.code
      if (code) toast(codeText(code, code), 'error')
      onDone?.()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
}
