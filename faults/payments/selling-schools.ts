import type { App } from '#app.ts'
import { newId } from '#platform/security/tokens.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { createContentBuilders } from '#testing/builders/course-builder.ts'
import { insertSchool } from '#testing/builders/schools/insert-school.ts'
import { createTestUser } from '#testing/builders/test-client.ts'

export const coursePrice = 750_000
export const coursesPerSchool = 4

export interface SellingSchool {
  school_id: string
  host: string
  provider: 'paystack' | 'flutterwave' | 'stripe'
  course_ids: string[]
  students: { id: string; token: string; email: string }[]
  /** Sessions. */
  admin: string
  owner: string
}

/** One school for each provider, with courses and students. */
export async function createSellingSchools(app: App, students: number): Promise<SellingSchool[]> {
  return [
    await createSellingSchool(app, { provider: 'paystack', currency_code: 'NGN', students }),
    await createSellingSchool(app, { provider: 'flutterwave', currency_code: 'KES', students }),
    await createSellingSchool(app, { provider: 'stripe', currency_code: 'USD', students }),
  ]
}

interface NewSellingSchool {
  provider: SellingSchool['provider']
  currency_code: string
  students: number
}

async function createSellingSchool(
  app: App,
  { provider, currency_code, students: count }: NewSellingSchool,
): Promise<SellingSchool> {
  const school_id = newId()
  const school_url = `sells-${provider}-${school_id.slice(-6)}`
  const { db } = app.services.databases
  const plan_name = provider === 'paystack' ? 'commission' : 'subscription'
  await withSchoolTx(db, school_id, (tx) =>
    insertSchool(tx, { school_id, school_url, currency_code, plan_name }),
  )
  const school = { school_id, host: `${school_url}.localhost` }
  const builders = createContentBuilders(app, school)
  const course_ids = []
  for (let n = 0; n < coursesPerSchool; n++)
    course_ids.push((await builders.course({ price: coursePrice, approve_student_on_payment: true })).id)
  const students = []
  for (let n = 0; n < count; n++) {
    const { id, token, email } = await createTestUser(app, school, { role: 'student' })
    students.push({ id, token, email })
  }
  const admin = await createTestUser(app, school, { role: 'admin' })
  return {
    ...school,
    provider,
    course_ids,
    students,
    admin: admin.token,
    owner: await createOwner(app, school),
  }
}

async function createOwner(app: App, school: Pick<SellingSchool, 'school_id' | 'host'>) {
  const { db } = app.services.databases
  const [id, email] = [newId(), `owner-${school.school_id}@people.test`]
  await db
    .insertInto('accounts')
    .values({ id, email, name: 'Owner', email_confirmed_at: new Date() })
    .execute()
  await db.insertInto('account_schools').values({ account_id: id, school_id: school.school_id }).execute()
  const owner = await createTestUser(app, school, { role: 'account_user', email, account_id: id })
  return owner.token
}
