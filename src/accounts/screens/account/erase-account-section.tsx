import { Anchor, Group, List, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

const EraseAccountDialog = lazy(() => import('./erase-account-dialog.tsx'))

/** Erasure of an account, once no school depends on it. */
export function EraseAccountSection() {
  const { t } = useTranslation('people')
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useApiQuery(contract.getAccountErasure, {})
  return (
    <Section title={t('eraseAccount.title')} text={t('eraseAccount.text')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.schools.length > 0 && (
        <div>
          <Text>{t('eraseAccount.inTheWay', { count: data.schools.length })}</Text>
          <List mt="xs" spacing="xs">
            {data.schools.map(({ school_id, name }) => (
              <List.Item key={school_id} style={{ overflowWrap: 'anywhere' }}>
                <Anchor
                  underline="always"
                  renderRoot={(props: object) => <Link to={`/account/schools/${school_id}`} {...props} />}
                >
                  {name}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {data?.schools.length === 0 && (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('eraseAccount.open')}
          </Button>
        </Group>
      )}
      {isOpen && (
        <Suspense>
          <EraseAccountDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
