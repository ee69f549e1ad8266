import { Box, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ApiInput } from '#platform/client/api/client.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { Form } from '#ui/form/form.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props<R extends Route> {
  contract: R
  input: (name: string) => ApiInput<R>
  label: string
  /** Accessible name of the form and label of its button. */
  action: string
  name?: string
  onDone: (name: string) => Promise<void> | void
  /** For editing an existing name. */
  onCancel?: () => void
}

/** One field and one button for a faculty or department; the field is ready for the next name at once. */
export function NameForm<R extends Route>(props: Props<R>) {
  const { contract, input, label, action, name = '', onDone, onCancel } = props
  const { t } = useTranslation('ui')
  const { errorText } = useErrorText()
  const box = useRef<HTMLDivElement>(null)
  const isChange = onCancel !== undefined
  useEffect(() => {
    if (isChange) box.current?.querySelector('input')?.select()
  }, [isChange])
  const form = useApiForm({
    contract: contract as Route,
    initialValues: { name },
    rules: { name: required() },
    input: (values) => input(values.name) as ApiInput<Route>,
    async onDone() {
      const saved = form.values.name.trim()
      if (!isChange) form.reset({ name: '' })
      await onDone(saved)
    },
  })
  const field = form.field('name')
  const refusal = form.failure && Object.keys(form.errors).length === 0 ? errorText(form.failure) : undefined
  return (
    <Form form={form} label={action} gap="sm">
      <Group align="flex-start" gap="sm">
        <Box flex="1 1 14rem" ref={box}>
          <TextField {...field} error={field.error ?? refusal} label={label} maxLength={120} />
        </Box>
        <SubmitButton form={form} mt={{ base: 0, xs: 26 }}>
          {isChange ? t('actions.save') : action}
        </SubmitButton>
        {onCancel && (
          <Button variant="default" mt={{ base: 0, xs: 26 }} onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
        )}
      </Group>
    </Form>
  )
}
