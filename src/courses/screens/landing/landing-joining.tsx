import { useSchool } from '#tenancy/client/frame.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { LinkButton } from '#ui/public/pieces.tsx'
import type { LandingCourse } from './load-landing.ts'

/** Whether people can ask to join on the page. */
const canJoin = ({ is_coming_soon, disable_direct_registration }: LandingCourse) =>
  !is_coming_soon && !disable_direct_registration

/** What happens after the join button: how to pay, and who approves. */
export function HowToJoin({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  const { name } = useSchool()
  if (!canJoin(course)) return null
  const isPaid = course.price > 0
  if (!isPaid && course.approval === 'at_once')
    return <p className="p-landing-quiet">{t('landing.joinAtOnce')}</p>
  return (
    <section className="p-landing-steps" aria-labelledby="how-to-join">
      <h2 id="how-to-join">{t('landing.howToJoin')}</h2>
      <ol>
        <li>{t('landing.stepAsk')}</li>
        {isPaid && <PayStep instructions={course.payment_instructions} school={name} />}
        <li>{t('landing.stepApproved')}</li>
      </ol>
    </section>
  )
}

/** How to pay, in the school's words if it wrote some. */
function PayStep({ instructions, school }: { instructions: string | undefined; school: string }) {
  const { t } = useTranslation('courses')
  if (!instructions) return <li>{t('landing.stepPay', { school })}</li>
  return (
    <li>
      {t('landing.stepPayAs')}
      <p className="p-landing-pay p-landing-lines">{instructions}</p>
    </li>
  )
}

/** Price and join button at the lower edge of a phone. */
export function JoinBar({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  if (!canJoin(course)) return null
  return (
    <div className="p-landing-bar">
      <strong>{course.price === 0 ? t('free') : formatMoney(course.price, currency_code)}</strong>
      <LinkButton href="#join">{t('landing.joinBar')}</LinkButton>
    </div>
  )
}
