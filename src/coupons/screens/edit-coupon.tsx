import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { CouponLimitFields, limitsInput, type CouponLimits } from './coupon-limits.tsx'
import type { Coupon } from './coupons-table.tsx'

interface Props {
  coupon: Coupon
  onClose: () => void
}

export default function EditCoupon(props: Props) {
  const { t } = useTranslation('coupons')
  return (
    <Modal opened onClose={props.onClose} title={t('edit.title', { code: props.coupon.code })} size="lg">
      <EditForm {...props} />
    </Modal>
  )
}

function EditForm({ coupon, onClose }: Props) {
  const { t } = useTranslation('coupons')
  const { t: shared } = useTranslation('ui')
  const cache = useQueryClient()
  const { id, code, starts_on, ends_on, max_uses, once_per_person, excludes_sale_prices } = coupon
  const initialValues: CouponLimits = {
    course_ids: coupon.courses.map((course) => course.id),
    plan_ids: coupon.plans.map((plan) => plan.id),
    starts_on,
    ends_on,
    max_uses,
    once_per_person,
    excludes_sale_prices,
    audience: coupon.audience,
    student_course_ids: coupon.student_courses.map((course) => course.id),
  }
  const form = useApiForm({
    contract: contract.updateCoupon,
    initialValues,
    input: (values) => ({ id, ...limitsInput(values) }),
    async onDone() {
      await cache.invalidateQueries({ queryKey: queryKey(contract.listCoupons) })
      toast(t('edit.done', { code }))
      onClose()
    },
  })
  return (
    <Form form={form} label={t('edit.title', { code })}>
      <FormSummary form={form} />
      <CouponLimitFields form={form} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{shared('actions.save')}</SubmitButton>
      </Group>
    </Form>
  )
}
