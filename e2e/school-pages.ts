import { inject } from 'vitest'
import { cloneTemplate } from '#testing/databases.ts'
import { aSchool, type Person } from '#testing/stories.ts'
import { startProduct } from './product.ts'

/** The whole product with one school whose people are made as tests need them. */
export async function startSchool(env: NodeJS.ProcessEnv = {}) {
  const worker = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), worker)
  const school = await aSchool({ school_url: `frame-${Date.now().toString(36)}`, name: 'Harbour Academy' })
  const product = await startProduct({ ...urls, env })
  const origin = product.at(school.school_url, '')
  return { school, product, origin, at: (path: string) => `${origin}${path}`, close: () => product.close() }
}

export type SchoolPages = Awaited<ReturnType<typeof startSchool>>

/** What the browser of somebody who logged in has stored. */
export const storedBy = ({ token, id, name, role }: Person) => ({
  user_token: token,
  user_type: role,
  user_details: { _id: id, name },
})
