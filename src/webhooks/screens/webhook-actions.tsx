import { Menu } from '@mantine/core'
import { IconDots, IconKey, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { SecretShownOnce } from '#ui/components/secret-shown-once.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Webhook } from './webhook.tsx'

const WebhookForm = lazy(() => import('./webhook-form.tsx'))

/** Hours for which deliveries are signed with both secrets. */
const overlap_hours = 24

/** Actions on an endpoint: frequent ones as buttons, others in a menu. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { t: shared } = useTranslation('ui')
  const [isEditing, setEditing] = useState(false)
  const endpoint_id = webhook.id
  const isActive = webhook.state === 'active'
  const { test, change, remove, rotate, secret, forgetSecret } = useChanges(endpoint_id)
  return (
    <>
      {isActive && (
        <Button
          variant="default"
          leftSection={<IconSend size={18} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate({ endpoint_id })}
        >
          {t('test.submit')}
        </Button>
      )}
      <Button
        variant={isActive ? 'default' : 'filled'}
        loading={change.isPending}
        onClick={() => change.mutate({ endpoint_id, state: isActive ? 'paused' : 'active' })}
      >
        {isActive ? t('pause') : t('resume')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={shared('actions.more')} variant="default" size={44}>
            <IconDots size={20} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setEditing(true)}>
            {t('edit.open')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={18} aria-hidden />} onClick={() => void rotate()}>
            {t('rotate.open')}
          </Menu.Item>
          <Menu.Item
            color="error"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => void remove()}
          >
            {t('remove.open')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isEditing && (
        <Suspense>
          <WebhookForm webhook={webhook} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      {secret && (
        <SecretShownOnce
          title={t('rotate.done')}
          text={t('rotate.doneText')}
          values={[{ label: t('made.secret'), value: secret }]}
          onClose={forgetSecret}
        />
      )}
    </>
  )
}

function useChanges(endpoint_id: string) {
  const { t } = useTranslation('webhooks')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [secret, setSecret] = useState<string | null>(null)
  const onError = (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error')
  const test = useApiMutation(contract.testWebhook, {
    invalidates: [contract.listWebhookDeliveries],
    onSuccess: () => toast(t('test.done')),
    onError,
  })
  const change = useApiMutation(contract.updateWebhook, {
    invalidates: [contract.getWebhook, contract.listWebhooks, contract.listWebhookDeliveries],
    onError,
  })
  const rotation = useApiMutation(contract.rotateWebhookSecret, {
    invalidates: [contract.getWebhook],
    onSuccess: (made) => setSecret(made.secret),
    onError,
  })
  const removal = useApiMutation(contract.deleteWebhook, {
    invalidates: [contract.listWebhooks],
    onSuccess: () => {
      toast(t('remove.done'))
      void navigate('/manage/webhooks')
    },
    onError,
  })
  return {
    test,
    change,
    secret,
    forgetSecret: () => setSecret(null),
    async rotate() {
      const question = { title: t('rotate.title'), text: t('rotate.text') }
      if (await confirm({ ...question, confirmLabel: t('rotate.confirm') }))
        rotation.mutate({ endpoint_id, overlap_hours })
    },
    async remove() {
      const question = { title: t('remove.title'), text: t('remove.text'), danger: true }
      if (await confirm({ ...question, confirmLabel: t('remove.confirm') })) removal.mutate({ endpoint_id })
    },
  }
}
