import { Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { IconFileZip, IconTemplate } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { listCategories } from '#categories/contract.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { allRules, maxLength, required } from '#ui/form/rules.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

export const handle: ScreenHandle = { namespaces: ['courses', 'import-export'] }

/** Creates a course with the required fields; all others are in its settings. */
export default function NewCourse() {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  const navigate = useNavigate()
  const categories = useApiQuery(listCategories, { limit: 100 }).data?.data ?? []
  const form = useApiForm({
    contract: contract.createCourse,
    initialValues: {
      course_name: '',
      short_description: '',
      category_id: null as string | null,
      price: 0 as number | null,
    },
    rules: {
      course_name: allRules(required(), maxLength(200)),
      short_description: maxLength(500),
    },
    input: (values) => ({ ...values, price: values.price ?? 0 }),
    onDone: ({ id }) => navigate(`/manage/courses/${id}`),
  })
  return (
    <>
      <PageHeading
        title={t('new.title')}
        text={t('new.text')}
        crumbs={[{ label: t('list.title'), to: '/manage/courses' }]}
      />
      <OtherBeginnings />
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} maw={720}>
        <Form form={form} warnOnLeave>
          <FormSummary form={form} />
          <TextField
            label={t('fields.course_name')}
            required
            maxLength={200}
            {...form.field('course_name')}
          />
          <TextArea
            label={t('fields.short_description')}
            hint={t('hints.short_description')}
            autosize
            minRows={2}
            maxLength={500}
            {...form.field('short_description')}
          />
          <SelectField
            label={t('fields.category_id')}
            placeholder={t('none')}
            clearable
            searchable
            choices={categories.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.field('category_id')}
          />
          <MoneyField
            label={t('fields.price')}
            hint={t('hints.price')}
            currency={currency_code}
            {...form.field('price')}
          />
          <SubmitButton form={form}>{t('new.submit')}</SubmitButton>
        </Form>
      </Paper>
    </>
  )
}

const beginnings = [
  { way: 'template', to: '/manage/courses/templates', icon: IconTemplate },
  { way: 'import', to: '/manage/courses/import', icon: IconFileZip },
] as const

/** Other ways to create a course: template, copy or import. */
function OtherBeginnings() {
  const { t } = useTranslation('import-export')
  return (
    <SimpleGrid component="nav" aria-label={t('begin.title')} cols={{ base: 1, xs: 2 }} maw={720} mb="lg">
      {beginnings.map(({ way, to, icon: Icon }) => (
        <Paper key={way} component={Link} to={to} withBorder radius="lg" p="md" c="inherit" td="none">
          <Group wrap="nowrap" align="flex-start">
            <Icon size={24} aria-hidden style={{ flex: 'none' }} />
            <div>
              <Text fw={640}>{t(`begin.${way}`)}</Text>
              <Text size="sm" c="dimmed">
                {t(`begin.${way}Text`)}
              </Text>
            </div>
          </Group>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
