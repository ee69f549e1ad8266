import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from './button.tsx'
import { downloadFile } from './download-file.ts'
import { toast } from './feedback/toasts.tsx'

interface Props {
  label: string
  /** Name of the saved file. */
  fileName: string
  /** Fetches the table as CSV text. */
  read: () => Promise<{ text: string }>
}

/** Saves a table that the API returns; shows a refusal in a toast. */
export function DownloadTableButton({ label, fileName, read }: Props) {
  const { errorText } = useErrorText()
  const [isLoading, setLoading] = useState(false)
  const save = async () => {
    setLoading(true)
    try {
      const { text } = await read()
      downloadFile(new Blob([text], { type: 'text/csv' }), fileName)
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
      {label}
    </Button>
  )
}
