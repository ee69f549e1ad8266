import { Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const EraseDialog = lazy(() => import('./erase-dialog.tsx'))

/** Erasure of the own data. A mailed link opens the dialog with its token. */
export function ErasureSection() {
  const { t } = useTranslation('data-privacy')
  const [query, setQuery] = useSearchParams()
  const inAddress = query.get('token')
  const [token, setToken] = useState(inAddress)
  const [asking, setAsking] = useState(inAddress !== null)
  useEffect(() => {
    // Removes the token from the address, so that it does not stay visible or in the history.
    if (inAddress !== null) setQuery({}, { replace: true })
  }, [inAddress, setQuery])
  return (
    <Section title={t('erase.title')} text={t('erase.text')}>
      <Text>
        {t('erase.week')} {t('erase.exportFirst')}
      </Text>
      <Group>
        <Button
          variant="default"
          leftSection={<IconTrash size={20} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('erase.open')}
        </Button>
      </Group>
      {asking && (
        <Suspense>
          <EraseDialog
            token={token}
            onClose={() => {
              setAsking(false)
              setToken(null)
            }}
          />
        </Suspense>
      )}
    </Section>
  )
}
