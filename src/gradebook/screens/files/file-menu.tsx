import { Menu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { downloadApiFile } from '#ui/components/download-file.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

const formats = ['csv', 'xlsx'] as const

/** Downloads the grades as a file, and leads to the import. */
export function FileMenu({ course_id }: { course_id: string }) {
  const { t } = useTranslation('gradebook')
  const { errorText } = useErrorText()
  const download = useApiMutation(contract.exportGrades, {
    onSuccess: downloadApiFile,
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
        >
          {t('file.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item
            key={format}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => download.mutate({ course_id, format })}
          >
            {t(`file.${format}`)}
          </Menu.Item>
        ))}
        <Menu.Item
          component={Link}
          to={`/manage/courses/${course_id}/gradebook/import`}
          leftSection={<IconUpload size={18} aria-hidden />}
        >
          {t('file.import')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
