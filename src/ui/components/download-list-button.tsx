import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Button } from './button.tsx'
import { downloadFile } from './download-file.ts'
import { toast } from './feedback/toasts.tsx'

/** Reads the whole list. */
export type DownloadList = () => Promise<{ file_name: string; blob: Blob }>

interface Props {
  /** From `useApiPages`; absent for a list without a file. */
  download: DownloadList | undefined
}

/** Saves the whole list as CSV, with its filters; shows a refusal in a toast. */
export function DownloadListButton({ download }: Props) {
  const { t } = useTranslation('ui')
  const { errorText } = useErrorText()
  const [isLoading, setLoading] = useState(false)
  if (!download) return null
  const save = async () => {
    setLoading(true)
    try {
      const { blob, file_name } = await download()
      downloadFile(blob, file_name)
    } catch (error) {
      toast(error instanceof ApiError ? errorText(error) : t('table.downloadFailed'), 'error')
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button
      variant="subtle"
      size="sm"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isLoading}
      onClick={() => void save()}
    >
      {t('table.download')}
    </Button>
  )
}
