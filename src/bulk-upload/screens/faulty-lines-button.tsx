import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/client/api-error.ts'
import { api } from '#platform/client/browser.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/pieces/button.tsx'
import { toast } from '#ui/pieces/toasts.tsx'
import * as contract from '../contract.ts'

/** Saves the lines at fault, each with its reason, to be mended. */
export function FaultyLinesButton({ job_id }: { job_id: string }) {
  const { t } = useTranslation('bulk-upload')
  const { errorText } = useErrorText()
  const [isLoading, setLoading] = useState(false)
  const save = async () => {
    setLoading(true)
    try {
      const { text } = await api(contract.faultyLinesFile, { job_id })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
      link.download = t('lines.fileName')
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
      loading={isLoading}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void save()}
    >
      {t('lines.save')}
    </Button>
  )
}
