import { languages } from '#lib/languages/languages.ts'
import { Type } from 'typebox'
import { fontPairNames } from '#lib/theme/index.ts'
import { wordingTexts } from '#lib/wording/wording-texts.ts'
import { StringEnum, Id, Instant, SingleLineText, Nullable, Text } from '#platform/contract/schemas.ts'

/** The stored form of a colour. */
const Hex = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7 })

export const Theme = Type.Object({ primary: Hex, accent: Hex, background: Hex, surface: Hex, text: Hex })

export const FontPair = StringEnum(...fontPairNames)

/** `cover`: text on the cover image; `centred`: text above the cover; `catalogue`: search and courses at once. */
export const HomeLayout = StringEnum('cover', 'centred', 'catalogue')

/** Questions that visitors ask, with the school's answers. */
export const HomeQuestions = Type.Array(Type.Object({ question: SingleLineText(200), answer: Text(1_000) }), {
  maxItems: 12,
})

export const Language = StringEnum(...languages)

/** A question of the school's registration form; answers are sent in `custom_auth_input` by `key`. */
export const RegistrationField = Type.Object({
  key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$', maxLength: 40 }),
  label: SingleLineText(80),
  type: StringEnum('text', 'long_text', 'number', 'date', 'choice', 'choices', 'checkbox'),
  required: Type.Boolean(),
  /** Shown below the question. */
  help: Type.Optional(Text(200)),
  /** Roles that see the question; default: students. */
  roles: Type.Optional(
    Type.Array(StringEnum('student', 'teacher', 'admin'), { maxItems: 3, uniqueItems: true }),
  ),
  /** Options of `choice` and `choices`; empty for other types. */
  options: Type.Array(SingleLineText(80), { maxItems: 50, uniqueItems: true }),
})

export const RegistrationFields = Type.Array(RegistrationField, { maxItems: 20 })

/** Texts that replace those of the interface, by language and name. */
export const Wording = Type.Partial(
  Type.Object(
    Object.fromEntries(
      languages.map((language) => [
        language,
        Type.Partial(
          Type.Object(Object.fromEntries(wordingTexts.map((name) => [name, SingleLineText(100)]))),
        ),
      ]),
    ),
  ),
)

const profile = {
  school_id: Id,
  school_no: Type.String(),
  school_url: Type.String(),
  /** Protocol, host and port of the school's pages, without a trailing slash. */
  url: Type.String(),
  name: Type.String(),
  tagline: Type.String(),
  about: Type.String(),
  contact_email: Type.String(),
  logo_url: Nullable(Type.String()),
  cover_url: Nullable(Type.String()),
  theme: Theme,
  /** The school's fonts for headings and text. */
  font_pair: FontPair,
  home_layout: HomeLayout,
  home_questions: HomeQuestions,
  founded_year: Nullable(Type.Integer()),
  theme_css: Type.String(),
  currency_code: Type.String(),
  country: Type.String(),
  time_zone: Type.String(),
  language: Type.String(),
  custom_domain: Nullable(Type.Object({ domain_name: Type.String() })),
  whitelabel_referrer: Nullable(Type.Object({ root_domain: Type.String() })),
  account_user_plans: Type.Object({ plan_name: Type.String() }),
  allow_manual_student_approval: Type.Boolean(),
  allow_student_registration: Type.Boolean(),
  allow_teacher_registration: Type.Boolean(),
  /** Whether students register by a mailed link instead of a password. */
  allow_magic_link_registration: Type.Boolean(),
  registration_fields: RegistrationFields,
  created_at: Instant,
}

/** The public profile of a school. */
export const SchoolProfile = Type.Object({
  ...profile,
  /** Active students, at most 10,000; null if the school does not show them or has fewer than 10. */
  student_count: Nullable(Type.Integer()),
})

/** The profile with fields for staff. */
export const SchoolSettings = Type.Object({
  ...profile,
  logo_upload_id: Nullable(Id),
  cover_upload_id: Nullable(Id),
  /** How students pay, shown on the page of a course with a price. */
  payment_instructions: Type.String(),
  /** Whether students see how many weeks in a row they learned. */
  shows_streak: Type.Boolean(),
  /** Whether the home page says how many students the school has. */
  shows_student_count: Type.Boolean(),
  wording: Wording,
  /** Whether staff need a second factor. */
  require_second_factor: Type.Boolean(),
  /** Whether visits and usage events are stored. */
  allow_analytics: Type.Boolean(),
  /** Whether find-school lists it. */
  is_listed: Type.Boolean(),
  updated_at: Instant,
})

/** Fields that an admin may change; not the address, the currency or the plan. */
export const SchoolChange = Type.Partial(
  Type.Object({
    name: SingleLineText(120),
    tagline: Text(200),
    about: Text(20_000),
    contact_email: Type.String({ maxLength: 254, pattern: '^$|^[^\\s@]+@[^\\s@]+$' }),
    logo_upload_id: Nullable(Id),
    cover_upload_id: Nullable(Id),
    country: Text(2),
    language: Language,
    time_zone: Text(60),
    theme: Theme,
    font_pair: FontPair,
    home_layout: HomeLayout,
    home_questions: HomeQuestions,
    payment_instructions: Text(1_000),
    shows_streak: Type.Boolean(),
    founded_year: Nullable(Type.Integer({ minimum: 1000, maximum: 9999 })),
    shows_student_count: Type.Boolean(),
    wording: Wording,
    is_listed: Type.Boolean(),
    allow_manual_student_approval: Type.Boolean(),
    allow_student_registration: Type.Boolean(),
    allow_teacher_registration: Type.Boolean(),
    allow_magic_link_registration: Type.Boolean(),
    registration_fields: RegistrationFields,
    require_second_factor: Type.Boolean(),
    allow_analytics: Type.Boolean(),
  }),
)

export const NotificationSettings = Type.Object({
  notify_students_on_approval_to_course: Type.Boolean(),
  notify_students_on_unapproval_to_course: Type.Boolean(),
  notify_students_on_deletion_from_course: Type.Boolean(),
})

export const FoundSchool = Type.Object({
  school_id: Id,
  school_url: Type.String(),
  url: Type.String(),
  name: Type.String(),
  tagline: Type.String(),
  country: Type.String(),
  logo_url: Nullable(Type.String()),
  /** Preview image of one of its courses. */
  preview_url: Nullable(Type.String()),
})

export const AuditEntry = Type.Object({
  id: Id,
  action: Type.String(),
  actor_role: Type.String(),
  /** Null for jobs, visitors and deleted people. */
  actor_name: Nullable(Type.String()),
  actor_id: Nullable(Id),
  /** The API client that was used; with `actor_role` `api_client` it acted alone. */
  client_id: Nullable(Id),
  client_name: Nullable(Type.String()),
  /** Support account of a support visit, and its reason. */
  support_email: Nullable(Type.String()),
  support_visit_reason: Nullable(Type.String()),
  subject_type: Type.String(),
  subject_id: Type.String(),
  /** Current name, or the name when it was deleted. */
  subject_name: Nullable(Type.String()),
  /** The course itself, or the course of the subject. */
  subject_course_id: Nullable(Id),
  subject_exists: Type.Boolean(),
  change: Type.Record(Type.String(), Type.Unknown()),
  request_id: Type.String(),
  created_at: Instant,
})
