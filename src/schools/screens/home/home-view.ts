import type { ApiReply } from '#platform/client/api/client.ts'
import type { getSchoolDetailsById } from '../../contract.ts'

export type Profile = ApiReply<typeof getSchoolDetailsById>

/** A course of the home page. */
export interface Course {
  id: string
  category_id: string | null
  course_name: string
  short_description: string
  image_url: string | null
  is_coming_soon: boolean
  course_start_date: string | null
  contents_count: number
  course_teacher_name: string | null
  rating_average: number | null
  rating_count: number
  price: number
  current_sale: { price: number; ends_on: string | null } | null
  price_changes_at: string | null
}

/** A category or a faculty. */
export interface Category {
  id: string
  name: string
  slug: string
}

export interface Section {
  category: Category
  courses: Course[]
  /** Whether the category has more courses than shown here. */
  more: boolean
}

interface Page {
  courses: Course[]
  next_cursor: string | null
  first: boolean
}

/** All categories, search results, or one category or faculty page by page. */
export type HomeView =
  | {
      kind: 'all'
      sections: Section[]
      other: Course[]
      teachers: Teacher[]
      reviews: HighlightedReview[]
    }
  | ({ kind: 'results'; words: string } & Page)
  | ({ kind: 'category' | 'faculty'; part: Category } & Page)

/** A teacher of the listed courses. */
export interface Teacher {
  id: string
  name: string
  bio: string
  avatar_url: string | null
  courses_count: number
}

/** A good review of a listed course. */
export interface HighlightedReview {
  name: string
  rating: number
  review: string
  course_id: string
  course_name: string
}

/** Data of a school's home page. */
export interface Home {
  profile: Profile
  categories: Category[]
  faculties: Category[]
  view: HomeView
}
