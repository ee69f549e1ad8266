import { IconDownload, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const ImportDialog = lazy(() => import('./import-dialog.tsx'))
const ExportDialog = lazy(() => import('./export-dialog.tsx'))

interface Props {
  bank_id: string
  name: string
}

/** Buttons that bring questions from a file into a bank, or out of it. */
export function FileActions({ bank_id, name }: Props) {
  const { t } = useTranslation('question-banks')
  const [dialog, setDialog] = useState<'import' | 'export' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
        onClick={() => setDialog('import')}
      >
        {t('files.import.open')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => setDialog('export')}
      >
        {t('files.export.open')}
      </Button>
      <Suspense>
        {dialog === 'import' && <ImportDialog bank_id={bank_id} onClose={close} />}
        {dialog === 'export' && <ExportDialog bank_id={bank_id} name={name} onClose={close} />}
      </Suspense>
    </>
  )
}
