import { Group } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

interface Props {
  assessment: { id: string; name: string }
  onCopy: () => void
}

/** Copies and deletes an assessment of the list. */
export function AssessmentActions({ assessment: { id, name }, onCopy }: Props) {
  const { t } = useTranslation('assessment-editor')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const remove = useApiMutation(contract.deleteAssessment, {
    invalidates: [contract.listAssessments],
    onSuccess: () => toast(t('delete.done', { name })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t('delete.title', { name }),
      text: t('delete.text'),
      confirmLabel: t('delete.confirm'),
      danger: true,
    })
    if (isConfirmed) remove.mutate({ id })
  }
  return (
    <Group gap={4} justify="flex-end" wrap="wrap">
      <IconButton label={t('copy.open', { name })} variant="subtle" size={44} onClick={onCopy}>
        <IconCopy size={20} aria-hidden />
      </IconButton>
      <IconButton
        label={t('delete.open', { name })}
        variant="subtle"
        color="error"
        size={44}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        <IconTrash size={20} aria-hidden />
      </IconButton>
    </Group>
  )
}
