import { Group, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { Button } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AssessmentsTable, type Assessment } from './assessments-table.tsx'
import { SearchField } from '../search-field.tsx'
import { kinds } from './kinds.ts'

const CreateDialog = lazy(() => import('./create-dialog.tsx'))
const CopyDialog = lazy(() => import('./copy-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['assessment-editor'] }

const states = ['draft', 'published'] as const

/** Quizzes, exams and other assessments that the viewer may edit. */
export default function Assessments() {
  const { t } = useTranslation('assessment-editor')
  const [isCreating, setCreating] = useState(false)
  const [copied, setCopied] = useState<Assessment | null>(null)
  const [q] = useQueryParam('search')
  const [kindName, setKind] = useQueryParam('kind')
  const [stateName, setState] = useQueryParam('state')
  const kind = kinds.find((one) => one === kindName)
  const state = states.find((one) => one === stateName)
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={t('text')}
        actions={
          <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setCreating(true)}>
            {t('create.open')}
          </Button>
        }
      />
      <Group align="flex-end" gap="md">
        <SearchField label={t('search')} />
        <SelectField
          label={t('kind')}
          clearable
          placeholder={t('all')}
          value={kind ?? null}
          onChange={setKind}
          choices={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        <SelectField
          label={t('state')}
          clearable
          placeholder={t('all')}
          value={state ?? null}
          onChange={setState}
          choices={states.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      </Group>
      <AssessmentsTable
        filters={{ ...(q && { q }), ...(kind && { kind }), ...(state && { state }) }}
        onCreate={() => setCreating(true)}
        onCopy={setCopied}
      />
      <Suspense>
        {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
        {copied && <CopyDialog assessment={copied} onClose={() => setCopied(null)} />}
      </Suspense>
    </Stack>
  )
}
