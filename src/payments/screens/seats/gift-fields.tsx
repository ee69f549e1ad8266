import { useState } from 'react'
import { localDay } from '#lib/dates/local-day.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { required } from '#ui/form/rules.ts'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

export type GiftForm = ApiForm<{
  gift: { email: string; name: string; message: string; send_on: string | null }
}>

export const noGift = { email: '', name: '', message: '', send_on: null }

export const giftRules = { 'gift.name': required(), 'gift.email': required() }

interface Props {
  field: GiftForm['field']
  /** The gift was mailed, so that its day is over. */
  isMailed?: boolean
}

/** The recipient of a gift. */
export function GiftFields({ field, isMailed = false }: Props) {
  const { t } = useTranslation('seats')
  const { time_zone } = useSchool()
  const [today] = useState(() => localDay(time_zone, new Date()))
  return (
    <>
      <TextField {...field('gift.name')} label={t('gift.name')} maxLength={120} autoComplete="off" required />
      <TextField
        {...field('gift.email')}
        label={t('gift.email')}
        type="email"
        maxLength={254}
        autoComplete="off"
        required
      />
      <TextArea {...field('gift.message')} label={t('gift.message')} maxLength={1_000} autosize minRows={3} />
      {!isMailed && (
        <DateTimeField
          {...field('gift.send_on')}
          label={t('gift.sendOn')}
          hint={t('gift.sendOnHint')}
          kind="date"
          min={today}
        />
      )}
    </>
  )
}
