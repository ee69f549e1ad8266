import { Alert, Group, Loader, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isUuid } from '#lib/ids/is-uuid.ts'
import { invalidate, useApiQuery } from '#tenancy/client/queries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listCards, verifyMyCardSetup } from '../../contract.ts'

/** Milliseconds before each further question to the provider. */
const pauses = [1_000, 2_000, 3_000, 5_000, 8_000]

/** After the return from the provider's page: whether the card was saved. */
export function CardSetupState() {
  const [parameters] = useSearchParams()
  const id = parameters.get('card') ?? ''
  return isUuid(id) ? <Result id={id} /> : null
}

function Result({ id }: { id: string }) {
  const { t } = useTranslation('payments')
  const client = useQueryClient()
  const [questions, setQuestions] = useState(0)
  const query = useApiQuery(verifyMyCardSetup, { id })
  const { refetch } = query
  const state = query.data?.state
  const pause = pauses[questions]
  useEffect(() => {
    if (state === 'saved') void invalidate(client, [listCards])
  }, [state, client])
  useEffect(() => {
    if (state !== 'pending' || pause === undefined) return
    const timer = setTimeout(() => void refetch().then(() => setQuestions((count) => count + 1)), pause)
    return () => clearTimeout(timer)
  }, [state, pause, refetch])
  if (state === 'saved')
    return (
      <Alert role="status" color="success" icon={<IconCircleCheck aria-hidden />}>
        {t('cards.saved')}
      </Alert>
    )
  if (state === 'failed' || query.error || pause === undefined)
    return (
      <Alert role="status" color="warning" icon={<IconCircleX aria-hidden />}>
        {t('cards.failed')}
      </Alert>
    )
  return (
    <Group gap="sm" role="status">
      <Loader size={20} aria-hidden />
      <Text>{t('cards.checking')}</Text>
    </Group>
  )
}
