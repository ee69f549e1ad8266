import { Alert, Paper } from '@mantine/core'
import { IconCheck, IconLinkOff } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { useApiMutation } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

export const handle: ScreenHandle = { namespaces: ['people'] }

/** Target of the mailed link: the logged-in owner verifies the account's address. */
export default function ConfirmEmail() {
  const { t } = useTranslation('people')
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const confirm = useApiMutation(contract.confirmEmail, { invalidates: [contract.getMailAllowance] })
  return (
    <>
      <PageHeading
        title={t('confirmEmail.title')}
        {...(!confirm.isSuccess && { text: t('confirmEmail.text') })}
      />
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} maw={560} mt="lg">
        {confirm.isSuccess && (
          <Alert color="success" icon={<IconCheck aria-hidden />} role="status" mb="lg">
            {t('confirmEmail.done')}
          </Alert>
        )}
        {confirm.isError && (
          <Alert color="warning" icon={<IconLinkOff aria-hidden />} role="alert" mb="lg">
            {t('confirmEmail.invalid')}
          </Alert>
        )}
        {confirm.isSuccess || confirm.isError ? (
          <LinkButton to="/manage/people?tab=invitations">{t('confirmEmail.toPeople')}</LinkButton>
        ) : (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
            {t('confirmEmail.button')}
          </Button>
        )}
      </Paper>
    </>
  )
}
