import { Group } from '@mantine/core'
import { IconFileTypePdf, IconMarkdown } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { downloadApiFile } from '#ui/components/download-file.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { exportNotes } from '../contract.ts'

type Format = 'markdown' | 'pdf'

/** Downloads the notes of the selected course, or all. */
export function ExportMenu({ course_id, hasNotes }: { course_id: string | null; hasNotes: boolean }) {
  const { t } = useTranslation('notes')
  const { errorText } = useErrorText()
  const [busy, setBusy] = useState<Format | null>(null)
  const save = async (format: Format) => {
    setBusy(format)
    try {
      await saveAll(format, course_id)
    } catch (error) {
      toast(errorText(error as ApiError), 'error')
    } finally {
      setBusy(null)
    }
  }
  const button = (format: Format, icon: typeof IconMarkdown, label: string) => {
    const Icon = icon
    return (
      <Button
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        loading={busy === format}
        disabled={!hasNotes || (busy !== null && busy !== format)}
        onClick={() => void save(format)}
      >
        {label}
      </Button>
    )
  }
  return (
    <Group gap="sm" role="group" aria-label={t('export.label')}>
      {button('markdown', IconMarkdown, t('export.markdown'))}
      {button('pdf', IconFileTypePdf, t('export.pdf'))}
    </Group>
  )
}

/** Downloads all files of the export, one after the other. */
async function saveAll(format: Format, course_id: string | null) {
  for (let part = 1, parts = 1; part <= parts; part++) {
    const file = await api(exportNotes, { format, part, ...(course_id && { course_id }) })
    parts = file.parts
    downloadApiFile(file)
  }
}
