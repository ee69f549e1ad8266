import { useTranslation } from 'react-i18next'
import { api } from '#platform/client/session/browser.ts'
import { SaveTableButton } from '#ui/components/download-table-button.tsx'
import * as contract from '../contract.ts'

/** Saves the lines at fault, each with its reason, to be mended. */
export function FaultyLinesButton({ job_id }: { job_id: string }) {
  const { t } = useTranslation('bulk-upload')
  const read = () => api(contract.faultyLinesFile, { job_id })
  return <SaveTableButton label={t('lines.save')} fileName={t('lines.fileName')} read={read} />
}
