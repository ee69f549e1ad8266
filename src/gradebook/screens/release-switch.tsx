import { useApiMutation } from '#tenancy/client/queries.ts'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Gradebook } from './model/use-grades.ts'

/** Shows the grades to the students, or hides them. */
export function ReleaseSwitch({ book }: { book: Gradebook }) {
  const { t } = useTranslation('gradebook')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const save = useApiMutation(contract.saveGradebook, {
    invalidates: [contract.getGradebook],
    onSuccess: ({ is_released }) => toast(t(is_released ? 'release.done' : 'release.hidden')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const change = async (is_released: boolean) => {
    const question = {
      title: t('release.confirm'),
      text: t('release.confirmText'),
      confirmLabel: t('release.release'),
    }
    if (is_released && !(await confirm(question))) return
    save.mutate({ ...book, is_released })
  }
  return (
    <SwitchField
      label={t('release.label')}
      value={save.isPending ? save.variables.is_released : book.is_released}
      onChange={(value) => void change(value)}
      mb={10}
    />
  )
}
