import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { apiOf, currentRequest, nothingHere } from '#platform/client/api/request-context.ts'
import { CourseLanding } from '#courses/screens/landing/course-landing.tsx'
import { loadLanding, type Landing } from '#courses/screens/landing/load-landing.ts'
import { ProductHome } from '#schools/screens/home/product-home.tsx'
import { SchoolHome } from '#schools/screens/home/school-home.tsx'
import { schoolHomeData, type SchoolHomeData } from '#schools/screens/home/school-home-data.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  query: ['selected_course_id', 'reviews', 'searchQuery', 'category', 'faculty', 'cursor'],
}

type Home =
  | { kind: 'product' }
  | { kind: 'school'; home: SchoolHomeData }
  | { kind: 'course'; landing: Landing }

/** `/` is the platform's home, a school's, or with `selected_course_id` the page of one course. */
export async function loader({ context, request }: LoaderFunctionArgs<RouterContextProvider>): Promise<Home> {
  const { host } = context.get(currentRequest).frame
  if (host.kind === 'root') return { kind: 'product' }
  const query = new URL(request.url).searchParams
  if (query.get('selected_course_id')) return { kind: 'course', landing: await loadLanding(context, query) }
  const home = await schoolHomeData(apiOf(context), host.school, query)
  return home ? { kind: 'school', home } : nothingHere()
}

export default function HomeScreen({ loaderData }: { loaderData: Home }) {
  if (loaderData.kind === 'course') return <CourseLanding {...loaderData.landing} />
  return loaderData.kind === 'product' ? <ProductHome /> : <SchoolHome {...loaderData.home} />
}
