import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { CopyValue } from '#ui/components/secret-shown-once.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { updateSeatLink } from '../../contract.ts'
import type { Purchase } from './purchase.ts'
import { useSeatChange } from './use-seat-change.ts'

/** The link by which people take free seats, with its limit. */
export function JoinLink({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('seats')
  const { join_link: link, free, quantity, refunded_quantity } = purchase
  const [chosen, setChosen] = useState<number | null>(link?.max_uses ?? Math.max(free, 1))
  const isValid = chosen !== null && chosen >= 1 && chosen <= quantity - refunded_quantity
  if (!link && free === 0) return null
  return (
    <Section title={t('link.title')} text={t('link.text')}>
      {link?.url && <CopyValue label={t('link.label')} value={link.url} />}
      {link && <Text size="sm">{t('link.uses', { uses: link.uses, max: link.max_uses })}</Text>}
      <Stack gap="md" align="flex-start">
        <NumberField
          name="max_uses"
          label={t('link.limit')}
          value={chosen}
          onChange={setChosen}
          min={1}
          max={quantity - refunded_quantity}
          allowDecimal={false}
          maw={260}
        />
        <Actions purchase={purchase} max_uses={isValid ? chosen : null} />
      </Stack>
    </Section>
  )
}

interface ActionsProps {
  purchase: Purchase
  /** Null while the number is not valid. */
  max_uses: number | null
}

function Actions({ purchase: { order_id: id, join_link: link }, max_uses }: ActionsProps) {
  const { t } = useTranslation('seats')
  const change = useSeatChange(updateSeatLink, id, t('saved'))
  const isDisabled = max_uses === null || change.isPending
  return (
    <Group gap="sm">
      <Button
        variant={link ? 'default' : 'filled'}
        loading={change.isPending}
        disabled={max_uses === null}
        onClick={() => change.mutate({ id, max_uses })}
      >
        {t(link ? 'link.update' : 'link.create')}
      </Button>
      {link && (
        <>
          <Button
            variant="default"
            disabled={isDisabled}
            onClick={() => change.mutate({ id, max_uses, replace: true })}
          >
            {t('link.replace')}
          </Button>
          <Button
            variant="subtle"
            disabled={change.isPending}
            onClick={() => change.mutate({ id, max_uses: null })}
          >
            {t('link.end')}
          </Button>
        </>
      )}
    </Group>
  )
}
