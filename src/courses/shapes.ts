import { Type } from 'typebox'
import {
  StringEnum,
  Id,
  Instant,
  InstantText,
  SingleLineText,
  MinorUnits,
  Nullable,
  RichText,
  Text,
} from '#platform/contract/schemas.ts'

export const contentTypes = ['text', 'video', 'audio', 'file', 'embed', 'assessment'] as const
export type ContentType = (typeof contentTypes)[number]

const Percentage = Type.Number({ minimum: 0, maximum: 100 })
export const EnrolmentStatus = StringEnum('pending', 'approved', 'unapproved', 'expired', 'removed')

const Review = Type.Object({
  name: SingleLineText(120),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  review: Text(2_000),
})

const Question = Type.Object({ question: SingleLineText(200), answer: Text(1_000) })

/** A day in the school's time zone. */
const Day = Type.String({ minLength: 10, maxLength: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
const SalePrice = Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }))

// ---- Requests of staff ----

const createFields = {
  course_name: SingleLineText(200),
  course_description: RichText({ maxLength: 50_000 }),
  short_description: Text(500),
  course_isPublic: Type.Boolean(),
  price: MinorUnits,
  course_template_id: Nullable(Id),
  background_image: Nullable(Id),
  is_coming_soon: Type.Boolean(),
  is_hidden: Type.Boolean(),
  end_of_course_content_id: Nullable(Id),
  end_of_course_content_message: RichText({ maxLength: 10_000 }),
  course_teacher_id: Nullable(Id),
  category_id: Nullable(Id),
}

const updateFields = {
  ...createFields,
  course_department: Text(120),
  course_unit: Text(120),
  faculty_id: Nullable(Id),
  /** Sets the faculty too, and the name as `course_department`. */
  department_id: Nullable(Id),
  tutor_description: Text(2_000),
  tutor_img: Nullable(Id),
  course_requirements: Type.Array(SingleLineText(300), { maxItems: 50 }),
  course_reviews: Type.Array(Review, { maxItems: 100 }),
  /** Questions and answers on the course's page. */
  course_questions: Type.Array(Question, { maxItems: 12 }),
  similar_courses: Type.Array(Id, { maxItems: 12, uniqueItems: true }),
  course_start_date: Nullable(InstantText),
  course_end_date: Nullable(InstantText),
  /** Students may start before `course_start_date`. */
  allow_early_access: Type.Boolean(),
  layout_type: StringEnum('standard', 'compact'),
  compact_layout_content_background: Type.String({ maxLength: 7, pattern: '^(#[0-9a-fA-F]{6})?$' }),
  approve_student_on_payment: Type.Boolean(),
  disable_direct_registration: Type.Boolean(),
  unapprove_all_students_on_end_date: Type.Boolean(),
  student_access_limit_after_approval: Nullable(Type.Integer({ minimum: 1, maximum: 36_500 })),
  /** Whether a person can buy several seats at once for a group. */
  seats_offered: Type.Boolean(),
  enable_affiliates: Type.Boolean(),
  affiliates_percentage_off: Percentage,
  default_affiliate_commission: Percentage,
  enable_tiering: Type.Boolean(),
  tiering_maximum: Type.Integer({ minimum: 0, maximum: 20 }),
  tiering_prices: Type.Array(MinorUnits, { maxItems: 20 }),
  /** Below the price, from the first to the last day. A null day means no limit. */
  sale_price: SalePrice,
  /** One for each tier; null for a tier without a sale price. */
  sale_tiering_prices: Type.Array(SalePrice, { maxItems: 20 }),
  sale_starts_on: Nullable(Day),
  sale_ends_on: Nullable(Day),
  show_content_title_to_unapproved: Type.Boolean(),
  banner_image: Nullable(Id),
  preview_image: Nullable(Id),
  course_calendly_link: Text(500),
  mirror_course_id: Nullable(Id),
  hide_related_courses: Type.Boolean(),
  find_school_preview_image: Nullable(Id),
}

export const CourseCreate = Type.Object({
  ...Type.Partial(Type.Object(createFields)).properties,
  course_name: createFields.course_name,
})

/** `updated_at` as last read: a later version is not overwritten. */
export const CourseUpdate = Type.Object({
  ...Type.Partial(Type.Object(updateFields)).properties,
  updated_at: Type.Optional(InstantText),
})

// ---- Replies ----

/** Average rating of students, to one decimal; null without ratings. */
const ratings = { rating_average: Nullable(Type.Number()), rating_count: Type.Integer() }

/** When the price changes because a sale begins or ends; null if it does not. */
const priceChange = { price_changes_at: Nullable(Instant) }
/** The last day of a sale in the school's time zone; null without an end. */
const SaleEnd = Nullable(Type.String())

export const CourseCard = Type.Object({
  id: Id,
  course_name: Type.String(),
  short_description: Type.String(),
  price: Type.Integer(),
  /** A sale that runs today: the price that buyers pay. */
  current_sale: Nullable(Type.Object({ price: Type.Integer(), ends_on: SaleEnd })),
  ...priceChange,
  category_id: Nullable(Id),
  is_coming_soon: Type.Boolean(),
  image_url: Nullable(Type.String()),
  course_teacher_name: Nullable(Type.String()),
  course_start_date: Nullable(Instant),
  course_end_date: Nullable(Instant),
  lessons_count: Type.Integer(),
  contents_count: Type.Integer(),
  ...ratings,
  created_at: Instant,
})

export const StaffCourseRow = Type.Object({
  ...CourseCard.properties,
  course_code: Type.String(),
  course_isPublic: Type.Boolean(),
  is_hidden: Type.Boolean(),
  /** True for the sample course of the product. */
  is_sample: Type.Boolean(),
  course_teacher_id: Nullable(Id),
  mirror_course_id: Nullable(Id),
  /** Counts stop at 1,000, so that the cost of the list does not depend on the size of a course. */
  students_count: Type.Integer(),
  pending_count: Type.Integer(),
  updated_at: Instant,
})

const Person = Type.Object({ id: Id, name: Type.String(), avatar_url: Nullable(Type.String()) })
const Category = Type.Object({ id: Id, name: Type.String(), slug: Type.String() })
const Faculty = Category

/** An outline for visitors: titles of contents only if the course shows them. */
const PublicLesson = Type.Object({
  id: Id,
  title: Type.String(),
  contents_count: Type.Integer(),
  contents: Type.Array(
    Type.Object({
      id: Id,
      type: StringEnum(...contentTypes),
      title: Type.String(),
      duration_seconds: Nullable(Type.Integer()),
      is_locked: Type.Boolean(),
      /** Whether visitors can open it on its public page. */
      is_free_preview: Type.Boolean(),
    }),
  ),
})

const publicFields = {
  id: Id,
  course_code: Type.String(),
  course_name: Type.String(),
  course_description: Type.String(),
  short_description: Type.String(),
  course_isPublic: Type.Boolean(),
  is_coming_soon: Type.Boolean(),
  is_hidden: Type.Boolean(),
  price: Type.Integer(),
  /** A sale that runs today. Null prices are not reduced. */
  current_sale: Nullable(
    Type.Object({
      price: Nullable(Type.Integer()),
      tiering_prices: Type.Array(Nullable(Type.Integer())),
      ends_on: SaleEnd,
    }),
  ),
  ...priceChange,
  category_id: Nullable(Id),
  category: Nullable(Category),
  course_teacher_id: Nullable(Id),
  course_teacher: Nullable(Person),
  course_department: Type.String(),
  faculty_id: Nullable(Id),
  faculty: Nullable(Faculty),
  department_id: Nullable(Id),
  course_unit: Type.String(),
  tutor_description: Type.String(),
  tutor_img: Nullable(Id),
  tutor_img_url: Nullable(Type.String()),
  background_image: Nullable(Id),
  background_image_url: Nullable(Type.String()),
  banner_image: Nullable(Id),
  banner_image_url: Nullable(Type.String()),
  preview_image: Nullable(Id),
  preview_image_url: Nullable(Type.String()),
  find_school_preview_image: Nullable(Id),
  find_school_preview_image_url: Nullable(Type.String()),
  course_requirements: Type.Array(Type.String()),
  course_reviews: Type.Array(Review),
  course_questions: Type.Array(Question),
  ...ratings,
  similar_courses: Type.Array(Id),
  hide_related_courses: Type.Boolean(),
  related_courses: Type.Array(CourseCard),
  course_start_date: Nullable(Instant),
  course_end_date: Nullable(Instant),
  allow_early_access: Type.Boolean(),
  layout_type: StringEnum('standard', 'compact'),
  compact_layout_content_background: Type.String(),
  disable_direct_registration: Type.Boolean(),
  unapprove_all_students_on_end_date: Type.Boolean(),
  student_access_limit_after_approval: Nullable(Type.Integer()),
  enable_tiering: Type.Boolean(),
  tiering_maximum: Type.Integer(),
  tiering_prices: Type.Array(Type.Integer()),
  seats_offered: Type.Boolean(),
  show_content_title_to_unapproved: Type.Boolean(),
  course_calendly_link: Type.String(),
  course_ads_video: Type.String(),
  lessons: Type.Array(PublicLesson),
  lessons_count: Type.Integer(),
  contents_count: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
  /** The reader's permissions, so that buttons match the server. */
  may_edit: Type.Boolean(),
  may_open: Type.Boolean(),
  /** How students pay, in the school's words. Only on the page of a course with a price. */
  payment_instructions: Type.Optional(Type.String()),
  /** How a request to join is approved. Only on the course's page. */
  approval: Type.Optional(StringEnum('at_once', 'on_payment', 'by_staff')),
  enrolment_status: Nullable(EnrolmentStatus),
}

/** Only for editors of the course. */
const staffFields = {
  course_template_id: Nullable(Id),
  end_of_course_content_id: Nullable(Id),
  end_of_course_content_message: Type.String(),
  approve_student_on_payment: Type.Boolean(),
  enable_affiliates: Type.Boolean(),
  affiliates_percentage_off: Type.Number(),
  default_affiliate_commission: Type.Number(),
  sale_price: Nullable(Type.Integer()),
  sale_tiering_prices: Type.Array(Nullable(Type.Integer())),
  sale_starts_on: Nullable(Type.String()),
  sale_ends_on: Nullable(Type.String()),
  mirror_course_id: Nullable(Id),
  created_by: Id,
}

export const CourseDetails = Type.Object({
  ...publicFields,
  ...Type.Partial(Type.Object(staffFields)).properties,
})

/** A course for its editor, returned by each write. */
const { lessons: _l, related_courses: _r, ...savedFields } = publicFields
export const SavedCourse = Type.Object({ ...savedFields, ...staffFields })
