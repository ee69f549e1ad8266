import { Alert, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { defaultPalette } from '#lib/theme/index.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ResellerFields } from './reseller-fields.tsx'
import { isReadableTheme, resellerRules, valuesToInput, initialValues } from './reseller-values.ts'

export const handle: ScreenHandle = { namespaces: ['resellers', 'palette'] }

/** Creates a reseller, then shows its records. */
export default function NewReseller() {
  const { t } = useTranslation('resellers')
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useApiForm({
    contract: contract.createReseller,
    initialValues: initialValues(null),
    rules: resellerRules,
    input: (values) => valuesToInput(values, null),
    async onDone({ id, name }) {
      await client.invalidateQueries({ queryKey: queryKey(contract.listResellers) })
      toast(t('new.done', { name }))
      await navigate(`/console/resellers/${id}`)
    },
  })
  const isFaint = !isReadableTheme(form.values.theme)
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('new.title')}
        text={t('new.text')}
        crumbs={[{ label: t('title'), to: '/console/resellers' }]}
      />
      <Form form={form} label={t('new.title')}>
        <ResellerFields form={form} stored={defaultPalette} />
        {isFaint && <Alert color="warning">{t('form.faint')}</Alert>}
        <Group justify="flex-end">
          <SubmitButton form={form} disabled={isFaint}>
            {t('new.submit')}
          </SubmitButton>
        </Group>
      </Form>
    </Stack>
  )
}
