import { IconEye } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Template } from './templates.tsx'

const PreviewDialog = lazy(() => import('../design/preview-dialog.tsx'))

/** Opens the preview of a stored template. */
export function TemplatePreview({ template }: { template: Template }) {
  const { t } = useTranslation('manage-certificates')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('preview.open', { name: template.name })}
        variant="subtle"
        size={44}
        onClick={() => setOpen(true)}
      >
        <IconEye size={20} aria-hidden />
      </IconButton>
      <Suspense>{isOpen && <PreviewDialog settings={template} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
