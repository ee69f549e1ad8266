import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { Button } from '#ui/components/button.tsx'
import { downloadApiFile } from '#ui/components/download-file.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getInvoiceFile, getMyInvoiceFile } from '../contract.ts'

interface Props {
  invoice: { id: string; invoice_number: string }
  /** Whether staff download it, or the buyer. */
  isStaff: boolean
}

/** Saves an invoice or credit note as PDF. */
export function PdfButton({ invoice: { id, invoice_number: number }, isStaff }: Props) {
  const { t } = useTranslation('invoices')
  const { errorText } = useErrorText()
  const [isLoading, setLoading] = useState(false)
  const save = async () => {
    setLoading(true)
    try {
      downloadApiFile(await (isStaff ? api(getInvoiceFile, { id }) : api(getMyInvoiceFile, { id })))
    } catch (error) {
      toast(errorText(error as ApiError), 'error')
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={18} aria-hidden />}
      aria-label={t('pdfOf', { number })}
      loading={isLoading}
      onClick={() => void save()}
    >
      {t('pdf')}
    </Button>
  )
}
