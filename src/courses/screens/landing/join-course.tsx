import { useTranslation } from '#ui/i18n/use-translation.ts'
import { LinkButton } from '#ui/public/pieces.tsx'
import { BumpChoice } from './bump-choice.tsx'
import { BuyActions } from './buy-course.tsx'
import { CouponField } from './coupon-field.tsx'
import type { LandingCourse } from './load-landing.ts'
import type { Sale } from './sale.ts'
import { TierChoice } from './tier-choice.tsx'

interface Props {
  course: LandingCourse
  /** Null: people ask to join. */
  sale: Sale | null
}

/**
 * The next step for each reader. The page is cached and shows the step of a visitor; the small script then shows the
 * parts for the reader (`data-join-when` lists the states), and joins or opens the payment page on click.
 */
export function JoinCourse({ course, sale }: Props) {
  const { t } = useTranslation('courses')
  const isOpenForSale = sale !== null && !course.is_coming_soon && !course.disable_direct_registration
  return (
    <div className="p-join" data-join={course.id} {...(sale && { 'data-sold': '' })}>
      {isOpenForSale && <TierChoice course={course} />}
      {isOpenForSale && <BumpChoice bumps={sale.bumps} />}
      <ForVisitors course={course} sale={sale} />
      {sale ? <BuyActions sale={sale} /> : <JoinActions />}
      {isOpenForSale && <ReferralNote />}
      {isOpenForSale && <CouponField />}
      {isOpenForSale && <BuyForOthers course={course} />}
      <p data-join-when="closed" hidden>
        {t(course.is_coming_soon ? 'join.comingSoon' : 'join.closed')}
      </p>
      {course.is_coming_soon && <TellMe course={course} />}
      <a
        href={`/learn/${course.id}`}
        className="p-button p-button-large"
        data-join-when="open upgrade"
        hidden
      >
        {t('join.open')}
      </a>
      <a
        href={`/manage/courses/${course.id}`}
        className="p-button p-button-large"
        data-join-when="staff"
        hidden
      >
        {t('join.edit')}
      </a>
      <p role="status" className="p-hidden" data-join-status="" />
    </div>
  )
}

/** The pages on which the course is bought for others. They ask for a login first. */
function BuyForOthers({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  return (
    <p className="p-landing-quiet">
      <a href={`/payments/courses/${course.id}?for=gift`}>{t('buy.gift')}</a>
      {course.seats_offered && (
        <>
          {' · '}
          <a href={`/payments/courses/${course.id}?for=seats`}>{t('buy.seats')}</a>
        </>
      )}
    </p>
  )
}

/** The price with the link of an affiliate, which the small script shows. */
function ReferralNote() {
  const { t } = useTranslation('courses')
  return (
    <p data-referral="" role="status" hidden>
      {t('referral.applied')} <strong data-referral-price="" />
    </p>
  )
}

function JoinActions() {
  const { t } = useTranslation('courses')
  return (
    <>
      {/* After a failure the button stays, so that it can be clicked again. */}
      <button
        type="button"
        className="p-button p-button-large"
        data-join-when="ask failed"
        data-join-action=""
        hidden
      >
        {t('join.ask')}
      </button>
      <p data-join-when="pending" hidden>
        {t('join.pending')}
      </p>
      <p data-join-when="failed" hidden>
        {t('join.failed')}
      </p>
    </>
  )
}

/** The small script shows the form to everybody but staff, and the address field to visitors. */
function TellMe({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  return (
    <form className="p-tell" data-tell-me={course.id} hidden>
      <label htmlFor="tell-email" data-tell-email="">
        {t('tell.email')}
        <input id="tell-email" name="email" type="email" autoComplete="email" maxLength={254} required />
      </label>
      <button type="submit" className="p-button">
        {t('tell.button')}
      </button>
      <p data-tell-said="done" hidden>
        {t('tell.done')}
      </p>
      <p data-tell-said="failed" hidden>
        {t('join.failed')}
      </p>
      <p className="p-landing-quiet">{t('tell.once')}</p>
      <p role="status" className="p-hidden" data-tell-status="" />
    </form>
  )
}

function ForVisitors({ course, sale }: Props) {
  const { t } = useTranslation('courses')
  if (course.is_coming_soon) return <p data-join-when="visitor">{t('join.comingSoon')}</p>
  if (course.disable_direct_registration)
    return (
      <div data-join-when="visitor">
        <p>{t('join.bySchool')}</p>
        <p className="p-actions">
          <LinkButton href="/login" returns quiet>
            {t('join.login')}
          </LinkButton>
        </p>
      </div>
    )
  return (
    <div data-join-when="visitor">
      <a href="/register" className="p-button p-button-large" data-returns="" data-join-action="">
        {t(sale ? 'buy.button' : 'join.register')}
      </a>
      <p className="p-landing-quiet">
        {t('join.known')}{' '}
        <a href="/login" data-returns="">
          {t('join.login')}
        </a>
      </p>
    </div>
  )
}
