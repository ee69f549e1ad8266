import { api } from '#tenancy/client/browser.ts'
import { DownloadTableButton } from '#ui/components/download-table-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

/** Downloads all acceptances as a table. */
export function ExportAcceptancesButton() {
  const { t } = useTranslation('consent')
  const read = () => api(contract.exportAcceptances, {})
  return <DownloadTableButton label={t('manage.file')} fileName="acceptances.csv" read={read} />
}
