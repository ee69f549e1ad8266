import type { Api } from '#platform/client/api/client.ts'
import type { PageSchool } from '#tenancy/client/page-frame.ts'
import * as categoriesContract from '#categories/contract.ts'
import * as facultiesContract from '#faculties/contract.ts'
import * as coursesContract from '#courses/contract.ts'
import * as reviewsContract from '#reviews/contract.ts'
import * as schoolsContract from '#schools/contract.ts'
import type { Category, Course, Home, HomeView } from '#schools/screens/home/home-view.ts'

/**
 * Maximum number of courses in the sections of the home page, newest first; older ones are found by category and
 * search.
 */
const maxShown = 300
const perSection = 9
const perPage = 24

/** Loads the home page of a school for an address; null if the category, faculty or page does not exist. */
export async function schoolHomeData(
  api: Api,
  school: PageSchool,
  query: URLSearchParams,
): Promise<Home | null> {
  const { school_id } = school
  const [profile, { data: categories }, { data: faculties }] = await Promise.all([
    api(schoolsContract.getSchoolDetailsById, { id: school_id }),
    api(categoriesContract.listSchoolCategories, { id: school_id, limit: 100 }),
    api(facultiesContract.listSchoolFaculties, { school_id, limit: 100 }),
  ])
  const view = await viewOf(api, school_id, { categories, faculties, query })
  return view && { profile, categories, faculties, view }
}

interface HomeRequest {
  categories: Category[]
  faculties: Category[]
  query: URLSearchParams
}

/** Null if the requested category, faculty or page does not exist. */
async function viewOf(
  api: Api,
  school_id: string,
  { categories, faculties, query }: HomeRequest,
): Promise<HomeView | null> {
  const cursor = query.get('cursor')
  const pageInput = { school_id, limit: perPage, ...(cursor && { cursor }) }
  const words = query.get('searchQuery')?.trim().slice(0, 200)
  if (words) {
    const page = await pageOf(api(coursesContract.searchCourses, { ...pageInput, searchQuery: words }))
    return page && { kind: 'results', words, ...page, first: !cursor }
  }
  const kind = query.has('category') ? 'category' : 'faculty'
  const slug = query.get(kind)
  if (slug === null) return allByCategory(api, school_id, categories)
  const part = (kind === 'category' ? categories : faculties).find((one) => one.slug === slug)
  if (!part) return null
  const page = await pageOf(api(coursesContract.listPublicCourses, { ...pageInput, [`${kind}_id`]: part.id }))
  return page && { kind, part, ...page, first: !cursor }
}

/** One page of a list; null for an invalid cursor. */
async function pageOf(answer: Promise<{ data: Course[]; next_cursor: string | null }>) {
  try {
    const { data: courses, next_cursor } = await answer
    return { courses, next_cursor }
  } catch (error) {
    if ((error as { status?: number }).status === 422) return null
    throw error
  }
}

async function allByCategory(api: Api, school_id: string, categories: Category[]): Promise<HomeView> {
  const [{ courses, isWhole }, { data: teachers }, { data: reviews }] = await Promise.all([
    newestCourses(api, school_id),
    api(coursesContract.listPublicTeachers, {}),
    api(reviewsContract.listHighlightedReviews, {}),
  ])
  const categoryIds = new Set(categories.map(({ id }) => id))
  const sections = categories.map((category) => {
    const categoryCourses = courses.filter((course) => course.category_id === category.id)
    return {
      category,
      courses: categoryCourses.slice(0, perSection),
      more: categoryCourses.length > perSection || !isWhole,
    }
  })
  const other = courses.filter(({ category_id }) => category_id === null || !categoryIds.has(category_id))
  return {
    kind: 'all',
    sections: sections.filter((section) => section.courses.length > 0),
    other,
    teachers,
    reviews,
  }
}

async function newestCourses(api: Api, school_id: string) {
  const courses: Course[] = []
  let cursor: string | null = null
  do {
    const page: { data: Course[]; next_cursor: string | null } = await api(
      coursesContract.listPublicCourses,
      {
        school_id,
        limit: 100,
        ...(cursor && { cursor }),
      },
    )
    courses.push(...page.data)
    cursor = page.next_cursor
  } while (cursor && courses.length < maxShown)
  return { courses, isWhole: cursor === null }
}
