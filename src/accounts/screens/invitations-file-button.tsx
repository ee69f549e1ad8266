import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/client/api-error.ts'
import { api } from '#platform/client/browser.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/pieces/button.tsx'
import { toast } from '#ui/pieces/toasts.tsx'
import * as contract from '../contract.ts'

/** Saves the invitations as a table. */
export function InvitationsFileButton() {
  const { t } = useTranslation('people')
  const { errorText } = useErrorText()
  const [isLoading, setLoading] = useState(false)
  const save = async () => {
    setLoading(true)
    try {
      const { text } = await api(contract.invitationsFile, {})
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
      link.download = 'invitations.csv'
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(errorText(error), 'error')
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isLoading}
      onClick={() => void save()}
    >
      {t('inviteMany.save')}
    </Button>
  )
}
