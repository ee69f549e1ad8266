import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCertificate, IconCheck, IconCopy, IconDownload, IconExternalLink } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { AnchorButton, Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Time } from '#ui/components/time.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { StateBadge } from '../certificate-state.tsx'
import classes from './my-certificates.module.css'

export type Certificate = ApiReply<typeof contract.listStudentCertificates>['data'][number]

interface Props {
  certificate: Certificate
}

/** One certificate with its image, files and link. A certificate that has ended has no image. */
export function CertificateCard({ certificate }: Props) {
  const { t } = useTranslation('my-certificates')
  const { course_name, number, issued_at, expires_at, state, certificate_image } = certificate
  const hasFiles = state === 'issued' || state === 'expired'
  return (
    <Paper component="li" withBorder radius="lg" className={classes.card ?? ''}>
      <div className={classes.image}>
        {hasFiles ? (
          <img src={certificate_image} alt={t('image', { course: course_name })} loading="lazy" />
        ) : (
          <IconCertificate size={48} aria-hidden />
        )}
      </div>
      <Stack gap="sm" p="md" className={classes.words ?? ''}>
        <div>
          <Title order={2} size="h4" dir="auto">
            {course_name}
          </Title>
          <Text size="sm" c="dimmed">
            {t('number', { number })} · <Time at={issued_at} style="date" />
          </Text>
          {expires_at && (
            <Text size="sm" c="dimmed">
              {t('validUntil')} <Time at={expires_at} style="date" />
            </Text>
          )}
        </div>
        <State certificate={certificate} />
        <Links certificate={certificate} hasFiles={hasFiles} />
        {hasFiles && <Privacy certificate={certificate} />}
      </Stack>
    </Paper>
  )
}

function State({ certificate: { state, end_reason } }: Props) {
  const { t } = useTranslation('my-certificates')
  return (
    <div>
      <StateBadge state={state} label={t(`states.${state}`)} />
      {state !== 'issued' && (
        <Text size="sm" mt={4}>
          {t(`stateTexts.${state}`)}
        </Text>
      )}
      {end_reason && (
        <Text size="sm" c="dimmed">
          {t('reason', { reason: end_reason })}
        </Text>
      )}
    </div>
  )
}

function Links({ certificate, hasFiles }: Props & { hasFiles: boolean }) {
  const { t } = useTranslation('my-certificates')
  const { course_name: course, certificate_pdf, verify_url } = certificate
  return (
    <Group gap="xs">
      {hasFiles && (
        <AnchorButton
          href={certificate_pdf}
          download
          aria-label={t('downloadOf', { course })}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('download')}
        </AnchorButton>
      )}
      <AnchorButton
        href={verify_url}
        target="_blank"
        rel="noreferrer"
        variant="default"
        aria-label={t('verifyOf', { course })}
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        {t('verify')}
      </AnchorButton>
      <CopyLink certificate={certificate} />
    </Group>
  )
}

function CopyLink({ certificate: { course_name: course, verify_url } }: Props) {
  const { t } = useTranslation('my-certificates')
  const { copied, copy } = useClipboard({ timeout: 3_000 })
  return (
    <>
      <Button
        variant="default"
        aria-label={t('copyOf', { course })}
        leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        onClick={() => copy(verify_url)}
      >
        {t(copied ? 'copied' : 'copy')}
      </Button>
      <span className="ly-hidden" role="status">
        {copied ? t('copied') : ''}
      </span>
    </>
  )
}

/** Whether visitors with the link see the name. */
function Privacy({ certificate: { id, is_public, course_name: course } }: Props) {
  const { t } = useTranslation('my-certificates')
  const { errorText } = useErrorText()
  const change = useApiMutation(contract.setCertificatePrivacy, {
    invalidates: [contract.listStudentCertificates],
    onSuccess: ({ is_public: isShown }) => toast(t(isShown ? 'nameShown' : 'nameHidden')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const isShown = change.isPending ? change.variables.is_public : is_public
  return (
    <SwitchField
      label={t('showName')}
      hint={t('showNameHint')}
      aria-label={t('showNameOf', { course })}
      value={isShown}
      disabled={change.isPending}
      onChange={(next) => change.mutate({ id, is_public: next })}
    />
  )
}
