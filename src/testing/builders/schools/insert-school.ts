import { themeCss } from '#lib/theme/index.ts'
import { json, type Tx } from '#platform/database/database.server.ts'

export interface TestSchoolDetails {
  school_url?: string
  name?: string
  language?: string
  time_zone?: string
  currency_code?: string
  plan_name?: string
  created_at?: Date
  allow_manual_student_approval?: boolean
  allow_student_registration?: boolean
  allow_teacher_registration?: boolean
}

const plainTheme = {
  primary: '#1d4ed8',
  accent: '#b45309',
  background: '#ffffff',
  surface: '#f8fafc',
  text: '#0f172a',
}
/** Computed once, because correcting the contrast for each school would take longer than everything else. */
const plainCss = themeCss(plainTheme)

type NewSchool = TestSchoolDetails & { school_id: string; school_url: string; plan_name: string }

/** Inserts a school with its host and its entry in the directory. */
export async function insertSchool(tx: Tx, details: NewSchool) {
  const { school_id, school_url } = details
  await tx
    .with('school', (qb) =>
      qb
        .insertInto('schools')
        .values({
          name: `School ${school_id.slice(-4)}`,
          currency_code: 'NGN',
          country: 'NG',
          time_zone: 'Africa/Lagos',
          school_no: school_id.slice(-8),
          ...details,
          school_id,
          school_url,
          theme: json(plainTheme),
          theme_css: plainCss,
        })
        .returning('school_id'),
    )
    .with('host', (qb) =>
      qb.insertInto('school_hosts').values({ host: school_url, school_id }).returning('school_id'),
    )
    .insertInto('school_directory')
    .values({
      school_id,
      school_url,
      name: details.name ?? school_url,
      country: 'NG',
      plan_name: details.plan_name,
      ...(details.created_at && { created_at: details.created_at }),
    })
    .execute()
}
