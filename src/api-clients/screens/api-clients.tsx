import { Anchor, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { SecretShownOnce } from '#ui/components/secret-shown-once.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ClientsTable, type Client } from './clients-table.tsx'

const NewClient = lazy(() => import('./new-client.tsx'))
const EditClient = lazy(() => import('./edit-client.tsx'))
const RotateClient = lazy(() => import('./rotate-client.tsx'))

export const handle: ScreenHandle = { namespaces: ['api-clients'] }

interface Made {
  client: Pick<Client, 'name' | 'username'>
  secret: string
}

/** List of the school's API clients. */
export default function ApiClients() {
  const { t } = useTranslation('api-clients')
  const [open, setOpen] = useState<'new' | { edit: Client } | { rotate: Client } | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const close = () => setOpen(null)
  const show = (answer: Made) => {
    close()
    setMade(answer)
  }
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={
          <>
            {t('text')}{' '}
            <Anchor href="/api/docs" underline="always">
              {t('docs')}
            </Anchor>
          </>
        }
        actions={
          <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setOpen('new')}>
            {t('new.open')}
          </Button>
        }
      />
      <ClientsTable
        onNew={() => setOpen('new')}
        onEdit={(edit) => setOpen({ edit })}
        onRotate={(rotate) => setOpen({ rotate })}
      />
      <Suspense>
        {open === 'new' && <NewClient onClose={close} onMade={show} />}
        {open && open !== 'new' && 'edit' in open && <EditClient client={open.edit} onClose={close} />}
        {open && open !== 'new' && 'rotate' in open && (
          <RotateClient client={open.rotate} onClose={close} onMade={show} />
        )}
      </Suspense>
      {made && (
        <SecretShownOnce
          title={t('made.title', { name: made.client.name })}
          text={t('made.text')}
          values={[
            { label: 'x-api-username', value: made.client.username },
            { label: 'x-api-secret', value: made.secret },
          ]}
          onClose={() => setMade(null)}
        />
      )}
    </Stack>
  )
}
