import { Badge, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Tabs } from '#ui/components/layout/tabs.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { TemplatePreview } from './template-preview.tsx'

export const handle: ScreenHandle = { namespaces: ['import-export'] }

type Template = ApiReply<typeof contract.listTemplates>['data'][number]

/** Built-in templates and those of the school. */
export default function Templates() {
  const { t } = useTranslation('import-export')
  const [from, setFrom] = useQueryParam('from')
  const [open, setOpen] = useQueryParam('template')
  const shown = from === 'school' ? 'school' : 'gallery'
  return (
    <>
      <PageHeading
        title={t('templates.title')}
        text={t('templates.text')}
        crumbs={[
          { label: t('courses'), to: '/manage/courses' },
          { label: t('newCourse'), to: '/manage/courses/new' },
        ]}
      />
      <Tabs
        label={t('templates.title')}
        value={shown}
        onChange={(value) => setFrom(value === 'school' ? value : null)}
        tabs={(['gallery', 'school'] as const).map((value) => ({
          value,
          label: t(`templates.${value}`),
          content: <TemplateList from={value} onOpen={setOpen} />,
        }))}
      />
      {open && <TemplatePreview key={open} id={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function TemplateList({ from, onOpen }: { from: 'gallery' | 'school'; onOpen: (id: string) => void }) {
  const { t } = useTranslation('import-export')
  const pages = useApiPages(contract.listTemplates, { from, limit: 30 })
  if (pages.error) return <ErrorState error={pages.error} onRetry={pages.refetch} />
  if (!pages.rows) return <CardSkeleton />
  if (pages.rows.length === 0)
    return (
      <EmptyState
        icon={<IconTemplate size={32} />}
        title={t('templates.none')}
        text={t('templates.noneText')}
        action={<LinkButton to="/manage/courses">{t('templates.toCourses')}</LinkButton>}
      />
    )
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="lg">
        {pages.rows.map((template) => (
          <TemplateCard key={template.id} template={template} onOpen={onOpen} />
        ))}
      </SimpleGrid>
      <ListFooter pages={pages} more={t('templates.more')} />
    </Stack>
  )
}

function TemplateCard({ template, onOpen }: { template: Template; onOpen: (id: string) => void }) {
  const { t } = useTranslation('import-export')
  return (
    <Paper component="article" withBorder radius="lg" p="lg">
      <Stack gap="sm" h="100%">
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {template.name}
        </Title>
        <Group gap="xs">
          <Badge variant="light">{t('templates.lessons', { count: template.lessons_count })}</Badge>
          <Badge variant="light">{t('templates.contents', { count: template.contents_count })}</Badge>
        </Group>
        <Text flex={1} style={{ overflowWrap: 'anywhere' }}>
          {template.description}
        </Text>
        {template.created_by_name && (
          <Text size="sm" c="dimmed">
            {t('templates.by', { name: template.created_by_name })}
          </Text>
        )}
        <Group>
          <Button variant="default" onClick={() => onOpen(template.id)}>
            {t('templates.look', { name: template.name })}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
