import { useTranslation } from '#ui/i18n/use-translation.ts'
import { LinkButton } from '#ui/public/pieces.tsx'
import type { LandingCourse } from './load-landing.ts'

/**
 * The next step for each reader. The page is cached and shows the step of a visitor; the small script then shows
 * the one for the reader (`data-join-when`), and sends the join request on click.
 */
export function JoinCourse({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  return (
    <div className="p-join" data-join={course.id}>
      <ForVisitors course={course} />
      <button type="button" className="p-button p-button-large" data-join-when="ask" hidden>
        {t('join.ask')}
      </button>
      <p data-join-when="pending" hidden>
        {t('join.pending')}
      </p>
      <p data-join-when="closed" hidden>
        {t(course.is_coming_soon ? 'join.comingSoon' : 'join.closed')}
      </p>
      {course.is_coming_soon && <TellMe course={course} />}
      <p data-join-when="failed" hidden>
        {t('join.failed')}
      </p>
      <a href={`/learn/${course.id}`} className="p-button p-button-large" data-join-when="open" hidden>
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
      <p role="status" className="p-hidden" data-join-said="" />
    </div>
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

function ForVisitors({ course }: { course: LandingCourse }) {
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
      <LinkButton href="/register" returns large>
        {t('join.register')}
      </LinkButton>
      <p className="p-landing-quiet">
        {t('join.known')}{' '}
        <a href="/login" data-returns="">
          {t('join.login')}
        </a>
      </p>
    </div>
  )
}
