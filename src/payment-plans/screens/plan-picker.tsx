import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiPages } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { listPaymentPlans } from '../contract.ts'
import { atCurrentPrice, usePlanTexts, type PlanOffer } from './use-plan-texts.ts'

interface Props {
  label: string
  value: string | null
  onChange: (plan_id: string) => void
  /** Published plans that cannot be chosen. */
  isOffered: (plan: PlanOffer) => boolean
  /** What is shown without any plan. */
  empty: string
}

/** A choice of one of the school's published plans, with prices and courses. */
export default function PlanPicker({ label, value, onChange, isOffered, empty }: Props) {
  const { school_id } = useSchool()
  const { priceText } = usePlanTexts()
  const list = useApiPages(listPaymentPlans, { id: school_id, limit: 100 })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows) return <ListSkeleton rows={2} />
  const plans = list.rows.filter(isOffered)
  if (plans.length === 0) return <p>{empty}</p>
  return (
    <>
      <RadioField
        label={label}
        value={value ?? ''}
        onChange={onChange}
        choices={plans.map((plan) => ({
          value: plan.id,
          label: `${plan.name} – ${priceText(atCurrentPrice(plan))}`,
          hint: plan.courses.map(({ course_name }) => course_name).join(', '),
        }))}
      />
      <ListFooter pages={list} />
    </>
  )
}
