import { Group, Text } from '@mantine/core'
import { IconLink, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { ShownAssessment } from './assessment-facts.tsx'
import { NewAssessmentDialog } from './new-assessment-dialog.tsx'
import { shownAssessment } from './shown-assessment.ts'
import classes from './lesson-assessment.module.css'

interface Props {
  course_id: string
  content_id: string
  title: string
  onChange: (assessment: ShownAssessment) => void
}

/** A lesson without an assessment: one of the course that no lesson shows is chosen, or a new one is created. */
export function ChooseAssessment({ course_id, content_id, title, onChange }: Props) {
  const { t } = useTranslation('lesson-assessments')
  const [isCreating, setIsCreating] = useState(false)
  const list = useApiPages(contract.listAssessments, { course_id, limit: 100 })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows) return <ListSkeleton rows={1} />
  const unused = list.rows.filter((row) => row.content_id === null)
  return (
    <div className={classes.card}>
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
      {unused.length > 0 && <Choice rows={unused} content_id={content_id} onChange={onChange} />}
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setIsCreating(true)}
      >
        {t('create')}
      </Button>
      {isCreating && (
        <NewAssessmentDialog
          target={{ course_id, content_id }}
          title={title}
          onClose={() => setIsCreating(false)}
          onSaved={(saved) => onChange(shownAssessment(saved))}
        />
      )}
    </div>
  )
}

interface ChoiceProps extends Pick<Props, 'content_id' | 'onChange'> {
  rows: ApiReply<typeof contract.listAssessments>['data']
}

function Choice({ rows, content_id, onChange }: ChoiceProps) {
  const { t } = useTranslation('lesson-assessments')
  const { errorText } = useErrorText()
  const [chosen, setChosen] = useState<string | null>(null)
  const attach = useApiMutation(contract.updateAssessment, {
    invalidates: [contract.listAssessments],
    onError: (error) => toast(errorText(error), 'error'),
    onSuccess: (saved) => onChange(shownAssessment(saved)),
  })
  return (
    <Group gap="sm" align="flex-end">
      <SelectField
        label={t('choose')}
        searchable
        limit={100}
        style={{ flex: '1 1 16rem' }}
        value={chosen}
        onChange={setChosen}
        choices={rows.map(({ id, name, kind }) => ({ value: id, label: `${name} · ${t(`kinds.${kind}`)}` }))}
      />
      <Button
        disabled={chosen === null}
        loading={attach.isPending}
        leftSection={<IconLink size={18} aria-hidden />}
        onClick={() => chosen !== null && attach.mutate({ id: chosen, content_id })}
      >
        {t('use')}
      </Button>
    </Group>
  )
}
