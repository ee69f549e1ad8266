import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { Button } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Tabs } from '#ui/components/layout/tabs.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Issued } from '../issued/issued.tsx'
import { Requests } from '../requests/requests.tsx'
import { Templates } from '../templates/templates.tsx'

const TemplateDialog = lazy(() => import('../templates/template-dialog.tsx'))
const IssueDialog = lazy(() => import('../issue/issue-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['manage-certificates'] }

const views = ['templates', 'issued', 'requests'] as const

/** Templates of certificates, the certificates that were issued, and requests of students. */
export default function Certificates() {
  const { t } = useTranslation('manage-certificates')
  const [viewName, setView] = useQueryParam('view')
  const [dialog, setDialog] = useState<'template' | 'issue' | null>(null)
  const view = views.find((one) => one === viewName) ?? 'templates'
  const close = () => setDialog(null)
  const content = {
    templates: <Templates onCreate={() => setDialog('template')} />,
    issued: <Issued onIssue={() => setDialog('issue')} />,
    requests: <Requests />,
  }
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={t('text')}
        actions={
          <>
            <Button variant="default" onClick={() => setDialog('issue')}>
              {t('issue.open')}
            </Button>
            <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setDialog('template')}>
              {t('template.open')}
            </Button>
          </>
        }
      />
      <Tabs
        label={t('title')}
        tabs={views.map((value) => ({ value, label: t(`views.${value}`), content: content[value] }))}
        value={view}
        onChange={(value) => setView(value === 'templates' ? null : value)}
      />
      <Suspense>
        {dialog === 'template' && <TemplateDialog onClose={close} />}
        {dialog === 'issue' && <IssueDialog onClose={close} />}
      </Suspense>
    </Stack>
  )
}
