import { IconTrash } from '@tabler/icons-react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { Template } from './templates.tsx'

/** Deletes a template after a question; its certificates stay valid. */
export function DeleteTemplate({ template: { id, name } }: { template: Template }) {
  const { t } = useTranslation('manage-certificates')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const remove = useApiMutation(contract.deleteSchoolCertificate, {
    invalidates: [contract.listSchoolCertificates],
    onSuccess: () => toast(t('template.deleted', { name })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const question = { title: t('template.delete', { name }), text: t('template.deleteText'), danger: true }
    if (await confirm({ ...question, confirmLabel: t('template.deleteConfirm') })) remove.mutate({ id })
  }
  return (
    <IconButton
      label={t('template.delete', { name })}
      variant="subtle"
      color="error"
      size={44}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      <IconTrash size={20} aria-hidden />
    </IconButton>
  )
}
