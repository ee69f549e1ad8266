import { useApiMutation } from '#tenancy/client/queries.ts'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

interface Chosen {
  course_id: string
  student_ids: string[]
  content_ids: string[]
}

/** Marks lessons as completed, or resets them after a confirmation, and shows how many changed. */
export function useChangeProgress(onDone: () => void) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const mutation = useApiMutation(contract.changeProgress, {
    invalidates: [
      contract.listContentProgress,
      contract.listCourseProgress,
      contract.listStudentProgress,
      contract.listCourseStudents,
    ],
    onSuccess({ contents }) {
      toast(t('correct.changed', { count: contents }))
      onDone()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  return {
    isPending: mutation.isPending,
    change: (given: Chosen & { completed: boolean }) => mutation.mutate(given),
    async reset(given: Chosen) {
      const sure = await confirm({
        title: t('correct.resetTitle', { count: given.student_ids.length }),
        text: t('correct.resetText'),
        confirmLabel: t('correct.reset'),
        danger: true,
      })
      if (sure) mutation.mutate({ ...given, completed: false })
    },
  }
}
