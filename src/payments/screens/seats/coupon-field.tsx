import { useState, type KeyboardEvent } from 'react'
import { Group } from '@mantine/core'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { referralCode } from '#ui/small-scripts/referral.ts'
import type { PriceTerms } from './quote.tsx'

/** A typed code, and the one that the price has. Also the code of the link that brought the buyer. */
export function useCoupon() {
  const [affiliate_code] = useState(referralCode)
  const [code, setCode] = useState('')
  const [applied, setApplied] = useState('')
  const terms: PriceTerms = {
    ...(applied && { coupon_code: applied }),
    ...(affiliate_code && { affiliate_code }),
  }
  return {
    terms,
    code,
    setCode,
    /** Whether the price does not have the typed code yet. */
    isTyped: code.trim() !== applied,
    apply: () => setApplied(code.trim()),
  }
}

interface Props {
  coupon: ReturnType<typeof useCoupon>
  /** Why the applied code takes nothing off. */
  refusal: string | null
}

/** The code of a coupon, and why it takes nothing off. */
export function CouponField({ coupon: { code, setCode, isTyped, apply }, refusal }: Props) {
  const { t } = useTranslation('seats')
  const { codeText } = useErrorText()
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isTyped) return
    event.preventDefault()
    apply()
  }
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <TextField
        name="coupon"
        label={t('buy.coupon')}
        value={code}
        onChange={setCode}
        onKeyDown={applyOnEnter}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        error={!isTyped && refusal ? codeText(refusal, refusal) : undefined}
        flex="1 1 0"
        miw={0}
      />
      <Button variant="default" mt="1.625rem" flex="none" disabled={!isTyped} onClick={apply}>
        {t('buy.apply')}
      </Button>
    </Group>
  )
}
