import { useSchool } from '#tenancy/client/frame.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { RegularPrice } from '#ui/components/formatting/sale-price.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Badge } from '#ui/public/pieces.tsx'
import { SaleTax } from './landing-facts.tsx'
import type { LandingCourse } from './load-landing.ts'
import type { Sale } from './sale.ts'
import { initialPrice } from './tier-choice.tsx'

interface Props {
  course: LandingCourse
  /** Null: people ask to join. */
  sale: Sale | null
}

/** Whether people can join or buy on the page. */
const canJoin = ({ is_coming_soon, disable_direct_registration }: LandingCourse) =>
  !is_coming_soon && !disable_direct_registration

/** What happens after the button: how to pay, and who approves. */
export function HowToJoin({ course, sale }: Props) {
  const { t } = useTranslation('courses')
  const { name } = useSchool()
  if (!canJoin(course)) return null
  if (sale) return <HowToBuy course={course} sale={sale} />
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

/** Says before the payment whether it opens the course, or staff approve afterwards (decision 0058). */
function HowToBuy({ course, sale }: { course: LandingCourse; sale: Sale }) {
  const { t } = useTranslation('courses')
  const { name } = useSchool()
  return (
    <section className="p-landing-steps" aria-labelledby="how-to-join">
      <h2 id="how-to-join">{t('landing.howToBuy')}</h2>
      <ol>
        <li>
          {sale.provider === null
            ? t('landing.stepTransfer')
            : t('landing.stepPayOnline', { provider: sale.provider })}
        </li>
        {course.approval === 'by_staff' ? (
          <>
            <li>{t('landing.stepSchoolApproves', { school: name })}</li>
            <li>{t('landing.stepApproved')}</li>
          </>
        ) : (
          <li>{t('landing.stepOpensOnPayment')}</li>
        )}
      </ol>
      {sale.is_test && (
        <p className="p-landing-test">
          <Badge tone="accent">{t('landing.testMode')}</Badge> {t('landing.testModeText')}
        </p>
      )}
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

/** Price and button at the lower edge of a phone. */
export function JoinBar({ course, sale }: Props) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  if (!canJoin(course)) return null
  const { price, regular } = initialPrice(course)
  return (
    <div className="p-landing-bar">
      <div>
        {regular !== null && (
          <span data-course-regular="">
            <RegularPrice price={formatMoney(regular, currency_code)} />
          </span>
        )}
        <strong data-course-price="">{price === 0 ? t('free') : formatMoney(price, currency_code)}</strong>
        <SaleTax sale={sale} />
      </div>
      <a href="#join" className="p-button" {...(sale && { 'data-join-bar': '' })}>
        {t(sale ? 'landing.buyBar' : 'landing.joinBar')}
      </a>
    </div>
  )
}
