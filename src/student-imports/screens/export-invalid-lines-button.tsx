import { useTranslation } from 'react-i18next'
import { api } from '#platform/client/session/browser.ts'
import { DownloadTableButton } from '#ui/components/download-table-button.tsx'
import * as contract from '../contract.ts'

/** Saves the lines at fault, each with its reason, to be mended. */
export function ExportInvalidLinesButton({ job_id }: { job_id: string }) {
  const { t } = useTranslation('student-imports')
  const read = () => api(contract.exportInvalidLines, { job_id })
  return <DownloadTableButton label={t('lines.save')} fileName={t('lines.fileName')} read={read} />
}
