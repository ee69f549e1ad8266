import { Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { Button } from '#ui/components/button.tsx'
import { downloadApiFile } from '#ui/components/download-file.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { tableFormats, type TableFormat } from './table-formats.ts'

/** Downloads the invalid lines with their errors in the selected format. */
export function ExportInvalidLinesButton({ job_id }: { job_id: string }) {
  const { t } = useTranslation('student-imports')
  const { errorText } = useErrorText()
  const [isLoading, setLoading] = useState(false)
  const save = async (format: TableFormat) => {
    setLoading(true)
    try {
      downloadApiFile(await api(contract.exportInvalidLines, { job_id, format }))
    } catch (error) {
      toast(errorText(error as ApiError), 'error')
    } finally {
      setLoading(false)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          rightSection={<IconChevronDown size={18} aria-hidden />}
          loading={isLoading}
        >
          {t('lines.save')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tableFormats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
