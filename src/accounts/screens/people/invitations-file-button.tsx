import { useTranslation } from 'react-i18next'
import { api } from '#platform/client/session/browser.ts'
import { SaveTableButton } from '#ui/components/download-table-button.tsx'
import * as contract from '../../contract.ts'

/** Saves the invitations as a table. */
export function InvitationsFileButton() {
  const { t } = useTranslation('people')
  const read = () => api(contract.invitationsFile, {})
  return <SaveTableButton label={t('inviteMany.save')} fileName="invitations.csv" read={read} />
}
