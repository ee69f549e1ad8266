import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { ManualEntry } from '../order-timeline.ts'
import { Fact } from '../fact.tsx'

/** How a payment arrived that staff recorded, and what they wrote about it. */
export function ManualFacts({ entry }: { entry: ManualEntry }) {
  const { t } = useTranslation('manual-orders')
  const { method, reference, note, recorded_by } = entry
  return (
    <>
      {method && <Fact text={t(`methods.${method}`)} />}
      {reference && <Fact text={t('entry.number', { reference })} />}
      {note && <Fact text={t('entry.note', { note })} />}
      <Fact text={t('entry.by', { name: recorded_by.name })} />
    </>
  )
}
