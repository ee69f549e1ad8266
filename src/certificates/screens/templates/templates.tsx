import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { CourseField } from '../fields/course-field.tsx'
import { SearchField } from '../fields/search-field.tsx'
import { DeleteTemplate } from './delete-template.tsx'
import { TemplatePreview } from './template-preview.tsx'

export type Template = ApiReply<typeof contract.listSchoolCertificates>['data'][number]

interface Props {
  onCreate: () => void
}

/** The templates of the school, last changed first. */
export function Templates({ onCreate }: Props) {
  const { t } = useTranslation('manage-certificates')
  const [search] = useQueryParam('search')
  const [course_id, setCourse] = useQueryParam('course_id')
  const filters = { ...(search && { search }), ...(course_id && { course_id }) }
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="md">
        <SearchField parameter="search" label={t('template.search')} />
        <CourseField label={t('course')} placeholder={t('all')} value={course_id} onChange={setCourse} />
      </Group>
      <TemplatesTable filters={filters} onCreate={onCreate} />
    </Stack>
  )
}

interface TableProps extends Props {
  filters: { search?: string; course_id?: string }
}

function TemplatesTable({ filters, onCreate }: TableProps) {
  const { t } = useTranslation('manage-certificates')
  const list = useApiPages(contract.listSchoolCertificates, { limit: 50, ...filters })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <DataTable
      label={t('views.templates')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<NoTemplates isFiltered={Object.keys(filters).length > 0} onCreate={onCreate} />}
      columns={[
        { key: 'name', title: t('name'), render: (template) => <NameCell template={template} /> },
        {
          key: 'updated_at',
          title: t('updated'),
          width: 190,
          wide: true,
          render: ({ updated_at }) => <Time at={updated_at} />,
        },
        {
          key: 'id',
          title: <span className="ly-hidden">{t('actions')}</span>,
          width: 120,
          align: 'right',
          render: (template) => (
            <Group gap={4} justify="flex-end">
              <TemplatePreview template={template} />
              <DeleteTemplate template={template} />
            </Group>
          ),
        },
      ]}
    />
  )
}

function NoTemplates({ isFiltered, onCreate }: { isFiltered: boolean; onCreate: () => void }) {
  const { t } = useTranslation('manage-certificates')
  return (
    <EmptyState
      icon={<IconCertificate size={40} />}
      title={t(isFiltered ? 'noneFound' : 'template.none')}
      text={t(isFiltered ? 'noneFoundText' : 'template.noneText')}
      {...(!isFiltered && { action: <Button onClick={onCreate}>{t('template.open')}</Button> })}
    />
  )
}

function NameCell({ template }: { template: Template }) {
  const { t } = useTranslation('manage-certificates')
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor
        fw={600}
        dir="auto"
        renderRoot={(props: object) => (
          <Link to={`/manage/certificates/${template.id}`} prefetch="intent" {...props} />
        )}
      >
        {template.name}
      </Anchor>
      <Text size="sm" c="dimmed">
        <bdi>{template.course_title ?? t('anyCourse')}</bdi>
      </Text>
    </div>
  )
}
