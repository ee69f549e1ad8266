import type { FontPairName } from '#lib/theme/index.ts'
import type { PlanInterval } from '#payment-plans/index.ts'

/** A file under `media/`, named without its folder: `codecraft-logo.png`. */
export type MediaFile = string

/** Key of the public copy of a video that a course's page shows; visitors cannot open the lesson's own file. */
export const previewKey = (file: MediaFile) => `preview:${file}`

export interface DemoTheme {
  primary: string
  accent: string
  background: string
  surface: string
  text: string
}

export interface DemoCategory {
  slug: string
  name: string
}

export interface DemoPerson {
  /** Local part of the e-mail address; the school's `.test` domain follows. */
  login: string
  name: string
  country: string
  bio?: string
  image?: MediaFile
  user_code?: string
  /** Slugs. */
  faculties?: string[]
  status?: 'awaiting_acceptance' | 'suspended'
}

export type DemoCoupon = {
  code: string
  /** Slugs of the courses that it is for; all if absent. */
  courses?: string[]
  /** Days from the day of seeding; negative is past. */
  starts_in_days?: number
  ends_in_days?: number
  max_uses?: number
  is_paused?: true
  /** Number of paid orders that used it. */
  uses?: number
} & ({ percent_off: number } | { amount_off: number })

/** A plan for one or more courses; its place in the school's list is its place on its pages. */
export type DemoPlan = {
  slug: string
  name: string
  description: string
  /** Slugs. */
  courses: string[]
  /** In the currency's minor unit; of each period for a subscription. */
  price: number
  /** In percent; absent for a plan that pays no affiliates. */
  affiliates_percentage_off?: number
  default_affiliate_commission?: number
} & (
  | { kind: 'one_time' }
  | { kind: 'instalments'; instalment_count: number; interval: PlanInterval }
  | { kind: 'subscription'; interval: PlanInterval; trial_days?: number; trial_needs_card?: true }
)

/** A sale of a plan. Later payments of the plan follow each month. */
export interface DemoPlanSale {
  /** `login` of a student. */
  buyer: string
  /** Slug of the plan. */
  plan: string
  /** Days before the day of seeding. */
  days_ago: number
  /** Payments so far; one if absent. */
  payments?: number
  outcome?:
    | 'trial'
    | 'missed_payment'
    | 'canceled'
    | 'refunded'
    | 'disputed'
    | 'abandoned'
    /** Paid by bank transfer, now and later. */
    | 'transfer_plan'
    | 'transfer_submitted'
    | 'transfer_declined'
  /** The link of the affiliate brought the buyer. */
  is_referred?: true
}

/** What a school sets and sells beside single courses. */
export interface DemoShop {
  tax_rates: { name: string; basis_points: number }[]
  seller: { seller_name: string; address: string; tax_number: string }
  bank_account: { bank_name: string; account_name: string; account_number: string }
  /** The image that buyers sent of a transfer. */
  transfer_proof: MediaFile
  affiliate: { login: string; code: string; days_ago: number; clicks: number }
  sales: DemoPlanSale[]
}

export interface DemoSchool {
  school_url: string
  name: string
  tagline: string
  about: string
  contact_email: string
  language: 'en' | 'fr'
  font_pair?: FontPairName
  home_layout?: 'cover' | 'centred' | 'catalogue'
  home_questions?: { question: string; answer: string }[]
  payment_instructions?: string
  shows_streak?: boolean
  founded_year?: number
  shows_student_count?: boolean
  country: string
  currency_code: string
  time_zone: string
  plan_name: string
  school_no: string
  allow_manual_student_approval: boolean
  theme: DemoTheme
  logo: MediaFile
  cover: MediaFile
  categories: DemoCategory[]
  /** With the names of their departments. */
  faculties?: { slug: string; name: string; departments: string[] }[]
  owner: DemoPerson
  admins: DemoPerson[]
  teachers: DemoPerson[]
  /** The first student has an enrolment of each status. */
  students: DemoPerson[]
  courses: DemoCourse[]
  coupons: DemoCoupon[]
  shop?: DemoShop
  plans: DemoPlan[]
  /** Seed of the generator, so that each school has its own constant history. */
  random_seed: number
}

/** The part of a school that its people need. */
export type DemoPeople = Pick<
  DemoSchool,
  'school_url' | 'language' | 'time_zone' | 'owner' | 'admins' | 'teachers' | 'students'
>

export interface DemoReview {
  name: string
  rating: number
  review: string
}

export interface DemoTier {
  name: string
  price: number
}

export interface DemoCourse {
  /** Identifies the course in ids and in `<slug>.md`, which contains its texts. */
  slug: string
  course_code: string
  category: string
  /** `login` of the teacher. */
  teacher: string
  course_name: string
  short_description: string
  /** In the currency's minor unit. */
  price: number
  cover: MediaFile
  /** The file of one of the course's videos. */
  preview_video?: MediaFile
  course_isPublic?: false
  is_hidden?: true
  is_coming_soon?: true
  course_department?: string
  course_unit?: string
  course_requirements: string[]
  course_reviews?: DemoReview[]
  course_questions?: { question: string; answer: string }[]
  /** Slugs. */
  similar_courses?: string[]
  hide_related_courses?: true
  /** Days from the day of seeding; negative is past. */
  starts_in_days?: number
  ends_in_days?: number
  unapprove_all_students_on_end_date?: true
  student_access_limit_after_approval?: number
  layout_type?: 'compact'
  compact_layout_content_background?: string
  approve_student_on_payment?: false
  disable_direct_registration?: true
  hide_content_titles_from_unapproved?: true
  course_calendly_link?: string
  end_of_course_content_message?: string
  tiers?: DemoTier[]
  /** Share of the school's students that request to join, 0 to 1. */
  popularity: number
  lessons: DemoLesson[]
}

export interface DemoLesson {
  title: string
  lowest_tier?: number
  contents: DemoContent[]
}

interface AnyContent {
  /** Also the heading of its text in `<slug>.md`. */
  title: string
  locked?: true
  draft?: true
  /** Visitors may open it. */
  free?: true
}

export type DemoContent =
  | (AnyContent & { type: 'text' })
  | (AnyContent & { type: 'video' | 'audio' | 'file'; media: MediaFile })
  | (AnyContent & { type: 'embed'; embed_url: string })
