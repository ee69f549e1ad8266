import { IconLock } from '@tabler/icons-react'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Shown for a page that the role may not open. The server refuses its calls independently. */
export function AccessDeniedPage() {
  const { t } = useTranslation(['ui', 'page'])
  return (
    <>
      <PageHeading title={t('page:status.403.title')} hidden />
      <EmptyState
        icon={<IconLock size={28} />}
        title={t('page:status.403.title')}
        text={t('page:status.403.text')}
        action={
          <LinkButton to="/" reloadDocument>
            {t('page:status.home')}
          </LinkButton>
        }
      />
    </>
  )
}
