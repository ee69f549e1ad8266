import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { inviteToSeats } from '../../contract.ts'
import type { Purchase } from './purchase.ts'
import { readAddresses } from './read-addresses.ts'
import { useSeatChange } from './use-seat-change.ts'

/** Invites a pasted list of addresses. */
export function Invite({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('seats')
  const [text, setText] = useState('')
  const { emails, invalid } = readAddresses(text)
  const invite = useSeatChange(inviteToSeats, purchase.order_id, t('invite.done'))
  const isTooMany = emails.length > purchase.free
  const error =
    invalid.length > 0
      ? t('invite.invalid', { lines: invalid.slice(0, 5).join(', ') })
      : isTooMany && t('errors.seats_all_used')
  const submit = () => invite.mutate({ id: purchase.order_id, emails }, { onSuccess: () => setText('') })
  return (
    <Section title={t('invite.title')} text={t('invite.text')}>
      <Stack gap="md" align="flex-start">
        <TextArea
          name="emails"
          label={t('invite.label')}
          value={text}
          onChange={setText}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={150_000}
          w="100%"
          error={error}
        />
        <Text size="sm" c="dimmed" role="status">
          {t('invite.count', { found: emails.length, free: purchase.free })}
        </Text>
        <Button loading={invite.isPending} disabled={emails.length === 0 || Boolean(error)} onClick={submit}>
          {t('invite.submit')}
        </Button>
      </Stack>
    </Section>
  )
}
