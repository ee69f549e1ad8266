import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listAssessments } from '#assessments/contract.ts'
import { invalidate, useApiQuery } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import type { Choice } from '#ui/form/fields/select-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { required, type Rule } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { Gradebook } from '../model/use-grades.ts'
import { CategoryBox } from './category-box.tsx'
import { newCategory, setupOf } from './gradebook-draft.ts'
import { ScaleFields } from './scale-fields.tsx'
import classes from './setup.module.css'

interface Props {
  book: Gradebook
  onReload: () => void
}

const maxCategories = 50
const maxItems = 300

/** For fields of an entry; there is no value where the list is shorter. */
const requiredOfEntry: Rule = (value, values) => (value === undefined ? null : required()(value, values))

const rules = Object.fromEntries(
  [
    ...Array.from({ length: maxCategories }, (_, index) => [
      `categories.${index}.name`,
      `categories.${index}.weight`,
    ]),
    ...Array.from({ length: maxItems }, (_, index) => [
      `items.${index}.name`,
      `items.${index}.max_points`,
      `items.${index}.weight`,
    ]),
    ...Array.from({ length: 50 }, (_, index) => [`scale.${index}.label`, `scale.${index}.min_percent`]),
  ]
    .flat()
    .map((path) => [path, requiredOfEntry]),
)

/** The form of the setup; after saving, it opens the gradebook. */
function useSetupForm(book: Gradebook) {
  const { t } = useTranslation('gradebook')
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [hasConflict, setConflict] = useState(false)
  const [initialValues] = useState(() => setupOf(book, t('setup.firstCategory')))
  const form = useApiForm({
    contract: contract.saveGradebook,
    initialValues,
    rules,
    input: (values) => ({
      course_id: book.course_id,
      version: book.version,
      is_released: book.is_released,
      ...values,
    }),
    onRefused(error) {
      if (error.code !== 'edit_conflict') return false
      setConflict(true)
      return true
    },
    async onDone() {
      await invalidate(cache, [contract.getGradebook, contract.listGrades])
      toast(t('setup.saved'))
      await navigate(`/manage/courses/${book.course_id}/gradebook`)
    },
  })
  return { form, hasConflict }
}

/** Categories with their items, and the scale. */
export function SetupForm({ book, onReload }: Props) {
  const { t } = useTranslation(['gradebook', 'ui'])
  const { form, hasConflict } = useSetupForm(book)
  const { categories } = form.values
  const assessments = useAssessments(book.course_id)
  return (
    <Form form={form} label={t('setup.title')} warnOnLeave>
      {hasConflict && <ConflictNote onReload={onReload} />}
      <FormSummary form={form} />
      {categories.map((category, index) => (
        <CategoryBox
          key={category.id}
          form={form}
          category={category}
          index={index}
          assessments={assessments}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={categories.length >= maxCategories}
          onClick={() => form.set('categories', [...categories, newCategory()])}
        >
          {t('setup.addCategory')}
        </Button>
      </div>
      <ScaleFields form={form} />
      <div className={classes.bar}>
        <Group justify="flex-end" gap="sm">
          <LinkButton to={`/manage/courses/${book.course_id}/gradebook`} variant="default">
            {t('ui:actions.cancel')}
          </LinkButton>
          <SubmitButton form={form}>{t('setup.save')}</SubmitButton>
        </Group>
      </div>
    </Form>
  )
}

/** Another person saved the setup since it was loaded. */
function ConflictNote({ onReload }: Pick<Props, 'onReload'>) {
  const { t } = useTranslation('gradebook')
  return (
    <Alert color="warning" icon={<IconAlertTriangle aria-hidden />} title={t('setup.conflict')} role="alert">
      <Text size="sm" mb="sm">
        {t('setup.conflictText')}
      </Text>
      <Button variant="default" onClick={onReload}>
        {t('setup.reload')}
      </Button>
    </Alert>
  )
}

/** Assessments of the course whose results can become grades. */
function useAssessments(course_id: string): Choice[] {
  const list = useApiQuery(listAssessments, { course_id, limit: 100 })
  return (list.data?.data ?? [])
    .filter(({ kind }) => kind !== 'survey')
    .map(({ id, name }) => ({ value: id, label: name }))
}
