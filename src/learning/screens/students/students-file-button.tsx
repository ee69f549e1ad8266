import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '#tenancy/client/browser.ts'
import { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiInput } from '#platform/client/api/client.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { createStudentsFileLink } from '../../contract.ts'

/** Downloads all students of the list as CSV. */
export function StudentsFileButton({ request }: { request: ApiInput<typeof createStudentsFileLink> }) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const [asking, setAsking] = useState(false)
  const save = async () => {
    setAsking(true)
    try {
      const { url } = await api(createStudentsFileLink, request)
      // The response is an attachment: the page stays open.
      window.location.assign(url)
    } catch (error) {
      if (error instanceof ApiError) toast(errorText(error), 'error')
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={asking}
      leftSection={<IconDownload size={20} aria-hidden />}
      onClick={() => void save()}
    >
      {t('students.file')}
    </Button>
  )
}
