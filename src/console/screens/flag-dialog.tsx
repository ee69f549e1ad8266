import { Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { FlagPreview } from './flag-preview.tsx'
import type { Flag } from './flags.tsx'

interface Values extends Record<string, unknown> {
  name: string
  description: string
  is_on_for_all: boolean
  share_percent: number | null
  /** One address per line. */
  school_urls: string
}

export default function FlagDialog({ flag, onClose }: { flag: Flag | null; onClose: () => void }) {
  const { t } = useTranslation('console')
  const { t: shared } = useTranslation('ui')
  const client = useQueryClient()
  const form = useApiForm({
    contract: flag ? contract.updateFlag : contract.createFlag,
    initialValues: startOf(flag),
    rules: { name: required() },
    input: (values) => ({ ...reachOf(values), description: values.description.trim() }),
    async onDone(answer) {
      await client.invalidateQueries({ queryKey: queryKey(contract.listFlags) })
      toast(t('flags.saved', { name: answer.name }))
      onClose()
    },
  })
  const [draft] = useDebouncedValue(form.values, 400)
  return (
    <Modal opened onClose={onClose} size="lg" title={flag ? t('flags.editTitle', flag) : t('flags.add')}>
      <Form form={form} label={t(flag ? 'flags.edit' : 'flags.add')}>
        <FormSummary form={form} />
        {!flag && (
          <TextField
            {...form.field('name')}
            label={t('flags.name')}
            hint={t('flags.nameHint')}
            required
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
        )}
        <TextArea {...form.field('description')} label={t('flags.description')} autosize maxLength={500} />
        <SwitchField {...form.toggle('is_on_for_all')} label={t('flags.all')} />
        {!form.values.is_on_for_all && (
          <Stack gap="lg">
            <NumberField
              {...form.field('share_percent')}
              label={t('flags.share')}
              hint={t('flags.shareHint')}
              min={0}
              max={100}
              allowDecimal={false}
              suffix=" %"
            />
            <TextArea
              {...form.field('school_urls')}
              label={t('flags.schools')}
              hint={t('flags.schoolsHint')}
              autosize
              minRows={2}
              maxRows={8}
              dir="ltr"
              spellCheck={false}
            />
          </Stack>
        )}
        <FlagPreview draft={reachOf(draft)} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {shared('actions.cancel')}
          </Button>
          <SubmitButton form={form}>{shared('actions.save')}</SubmitButton>
        </Group>
      </Form>
    </Modal>
  )
}

const startOf = (flag: Flag | null): Values => ({
  name: flag?.name ?? '',
  description: flag?.description ?? '',
  is_on_for_all: flag?.is_on_for_all ?? false,
  share_percent: flag?.share_percent ?? 0,
  school_urls: flag?.school_urls.join('\n') ?? '',
})

function reachOf({ name, is_on_for_all, share_percent, school_urls }: Values) {
  const addresses = school_urls
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  return {
    name: name.trim(),
    is_on_for_all,
    share_percent: share_percent ?? 0,
    school_urls: [...new Set(addresses)],
  }
}
