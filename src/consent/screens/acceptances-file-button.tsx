import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '#platform/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/pieces/button.tsx'
import { toast } from '#ui/pieces/toasts.tsx'
import * as contract from '../contract.ts'

/** Saves who accepted what, as a table. */
export function AcceptancesFileButton() {
  const { t } = useTranslation('consent')
  const { errorText } = useErrorText()
  const file = useApiMutation(contract.acceptancesFile, {
    onSuccess({ text }) {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
      link.download = 'acceptances.csv'
      link.click()
      URL.revokeObjectURL(link.href)
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={file.isPending}
      onClick={() => file.mutate({})}
    >
      {t('manage.file')}
    </Button>
  )
}
