import { IconFileText, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Tabs } from '#ui/components/layout/tabs.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ExportAcceptancesButton } from './export-acceptances-button.tsx'
import { DraftEditor } from './draft-editor.tsx'

export const handle: ScreenHandle = { namespaces: ['consent', 'legal'] }

/** Editors of the school's legal texts. */
export default function LegalDocuments() {
  const { t } = useTranslation('consent')
  const [tab, setTab] = useState('terms')
  const drafts = useApiQuery(contract.listLegalDrafts, {})
  const icons = { terms: IconFileText, privacy: IconLock }
  const tabs = drafts.data?.data.map((draft) => {
    const Icon = icons[draft.kind]
    return {
      value: draft.kind,
      label: t(`manage.kind_${draft.kind}`),
      icon: <Icon size={18} aria-hidden />,
      // Publishing remounts the editor; typing does not.
      content: <DraftEditor key={`${draft.kind} ${draft.published?.version}`} draft={draft} />,
    }
  })
  return (
    <>
      <PageHeading
        title={t('manage.title')}
        text={t('manage.text')}
        crumbs={[{ label: t('manage.settings'), to: '/manage/settings' }]}
        actions={<ExportAcceptancesButton />}
      />
      {drafts.error && !tabs && <ErrorState error={drafts.error} onRetry={drafts.refetch} />}
      {drafts.isPending && <FormSkeleton fields={3} />}
      {tabs && <Tabs label={t('manage.title')} tabs={tabs} value={tab} onChange={setTab} />}
    </>
  )
}
