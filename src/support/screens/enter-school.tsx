import { Alert, Group, List, Stack } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { getPlatformRole } from '#accounts/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { allRules, minLength, required } from '#ui/form/rules.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { reasonLengthLimits, visitMinutes } from '../visit-limits.ts'
import * as contract from '../contract.ts'

export const handle: ScreenHandle = { namespaces: ['support'] }

/** Starts a support visit to a school. */
export default function EnterSchool() {
  const { t } = useTranslation('support')
  const { data, error, isPending, refetch } = useApiQuery(getPlatformRole, {})
  const isReady = data?.platform_role && data.missing.length === 0
  return (
    <Stack gap="lg" maw={640}>
      <PageHeading title={t('enter.title')} text={isReady ? t('enter.text') : undefined} />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {isPending && <FormSkeleton fields={4} />}
      {data && !data.platform_role && (
        <EmptyState
          icon={<IconLifebuoy size={32} />}
          title={t('enter.notSupport')}
          text={t('enter.notSupportText')}
          action={<LinkButton to="/account">{t('enter.toAccount')}</LinkButton>}
        />
      )}
      {data?.platform_role && !isReady && <Lacking missing={data.missing} />}
      {isReady && <EntryForm />}
    </Stack>
  )
}

function Lacking({ missing }: { missing: ('email_proof' | 'second_factor')[] }) {
  const { t } = useTranslation('support')
  const lacksProof = missing.includes('email_proof')
  return (
    <Alert color="warning" title={t('enter.missing.title')} radius="lg">
      <List mb="md">
        {missing.map((what) => (
          <List.Item key={what}>{t(`enter.missing.${what}`)}</List.Item>
        ))}
      </List>
      <Group>
        {lacksProof && <LinkButton to="/forgot-password">{t('enter.toPassword')}</LinkButton>}
        <LinkButton to="/account" variant={lacksProof ? 'default' : 'filled'}>
          {t('enter.toAccount')}
        </LinkButton>
      </Group>
    </Alert>
  )
}

function EntryForm() {
  const { t } = useTranslation('support')
  const form = useApiForm({
    contract: contract.startVisit,
    initialValues: { school_address: '', reason: '', minutes: '60' as string | null, code: '' },
    rules: {
      school_address: required(),
      reason: allRules(required(), minLength(reasonLengthLimits.min)),
      code: required(),
    },
    input: ({ minutes, ...rest }) => ({ ...rest, minutes: Number(minutes) }),
    onDone: ({ url }) => location.assign(url),
  })
  return (
    <Form form={form} label={t('enter.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('school_address')}
        label={t('enter.address')}
        hint={t('enter.addressHint')}
        required
        maxLength={300}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextArea
        {...form.field('reason')}
        label={t('enter.reason')}
        hint={t('enter.reasonHint')}
        required
        autosize
        minRows={3}
        maxLength={reasonLengthLimits.max}
      />
      <SelectField
        {...form.field('minutes')}
        label={t('enter.minutes')}
        allowDeselect={false}
        choices={visitMinutes.map((minutes) => ({
          value: String(minutes),
          label: minutes === 60 ? t('enter.hour') : t('enter.minutesChoice', { minutes }),
        }))}
      />
      <TextField
        {...form.field('code')}
        label={t('enter.code')}
        hint={t('enter.codeHint')}
        required
        maxLength={12}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
      />
      <Group>
        <SubmitButton form={form}>{t('enter.submit')}</SubmitButton>
      </Group>
    </Form>
  )
}
