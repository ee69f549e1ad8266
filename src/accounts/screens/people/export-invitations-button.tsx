import { api } from '#tenancy/client/browser.ts'
import { DownloadTableButton } from '#ui/components/download-table-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

/** Downloads the invitations as a table. */
export function ExportInvitationsButton() {
  const { t } = useTranslation('people')
  const read = () => api(contract.exportInvitations, {})
  return <DownloadTableButton label={t('inviteMany.save')} fileName="invitations.csv" read={read} />
}
