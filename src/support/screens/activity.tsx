import { Stack, Text, Title } from '@mantine/core'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Changes } from './changes.tsx'
import { VisitList } from './visit-list.tsx'

export const handle: ScreenHandle = { namespaces: ['support', 'activity'] }

/** The school's activity: support visits, and changes with their actors. */
export default function Activity() {
  const { t } = useTranslation('support')
  return (
    <Stack gap="xl" maw={960}>
      <PageHeading title={t('activity.title')} text={t('activity.text')} />
      <Stack component="section" aria-labelledby="visits" gap="md">
        <div>
          <Title order={2} size="h3" id="visits">
            {t('activity.visits')}
          </Title>
          <Text c="dimmed">{t('activity.visitsText')}</Text>
        </div>
        <VisitList />
      </Stack>
      <Changes />
    </Stack>
  )
}
