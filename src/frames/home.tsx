import { data, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { throwNotFound } from '#platform/client/api/not-found.ts'
import { CourseLanding } from '#courses/screens/landing/course-landing.tsx'
import { expiresAt } from '#ui/public/expires-at.ts'
import { loadLanding, type LandingCourse } from '#courses/screens/landing/load-landing.ts'
import type { Sale } from '#courses/screens/landing/sale.ts'
import { loadReviews, type CourseReviews } from '#reviews/screens/load-reviews.ts'
import { PlanLinks } from '#payment-plans/screens/plan-links.tsx'
import type { PlanOffer } from '#payment-plans/screens/use-plan-texts.ts'
import { StudentReviews } from '#reviews/screens/student-reviews.tsx'
import { ProductHome } from '#schools/screens/home/product-home.tsx'
import type { Home as SchoolHomeView, HomeView } from '#schools/screens/home/home-view.ts'
import { SchoolHome } from '#schools/screens/home/school-home.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { loadPlans } from './payments/load-plans.ts'
import { loadSale } from './payments/course-sale.ts'
import { schoolHomeData } from './school-home-data.ts'

export const handle: ScreenHandle = {
  query: ['selected_course_id', 'reviews', 'searchQuery', 'category', 'faculty', 'cursor'],
}

type Home =
  | { kind: 'product' }
  | { kind: 'school'; home: SchoolHomeView; plans: PlanOffer[] }
  | { kind: 'course'; course: LandingCourse; sale: Sale | null; reviews: CourseReviews; plans: PlanOffer[] }

/** `/` is the home page of the platform or a school; with `selected_course_id`, the page of one course. */
export async function loader({ context, request }: LoaderFunctionArgs<RouterContextProvider>) {
  const { host } = context.get(pageRequestContext).frame
  if (host.kind === 'root') return data<Home>({ kind: 'product' })
  const query = new URL(request.url).searchParams
  const api = apiOf(context)
  if (query.get('selected_course_id')) {
    const course = await loadLanding(context, query)
    const [sale, reviews, plans] = await Promise.all([
      loadSale(api, course),
      loadReviews(api, course, query.get('reviews')),
      loadPlans(api, { school_id: host.school.school_id, course_id: course.id }),
    ])
    const priced = [course, ...course.related_courses, ...plans]
    const headers = expiresAt([course.course_end_date, ...priced.map((one) => one.price_changes_at)])
    return data<Home>({ kind: 'course', course, sale, reviews, plans }, { headers })
  }
  const home = await schoolHomeData(api, host.school, query)
  if (!home) return throwNotFound()
  const plans = home.view.kind === 'all' ? await loadPlans(api, { school_id: host.school.school_id }) : []
  const priced = [...coursesOf(home.view), ...plans]
  const headers = expiresAt(priced.map((one) => one.price_changes_at))
  return data<Home>({ kind: 'school', home, plans }, { headers })
}

const coursesOf = (view: HomeView) =>
  view.kind === 'all' ? [...view.sections.flatMap(({ courses }) => courses), ...view.other] : view.courses

export { loaderHeaders as headers } from '#ui/public/expires-at.ts'

export default function HomeScreen({ loaderData }: { loaderData: Home }) {
  if (loaderData.kind === 'course') {
    const { course, sale, reviews, plans } = loaderData
    return (
      <CourseLanding course={course} sale={sale}>
        <PlanLinks plans={plans} />
        <StudentReviews course_id={course.id} reviews={reviews} />
      </CourseLanding>
    )
  }
  if (loaderData.kind === 'product') return <ProductHome />
  const { home, plans } = loaderData
  return (
    <SchoolHome {...home}>
      {plans.length > 0 && (
        <div className="p-plans-band p-width">
          <PlanLinks plans={plans} />
        </div>
      )}
    </SchoolHome>
  )
}
