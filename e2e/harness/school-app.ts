import { inject } from 'vitest'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import { startProduct, type Product } from './product.ts'

let sharedProduct: Promise<Product> | undefined

/** The whole product over this worker's database. */
async function startOwn(env: NodeJS.ProcessEnv) {
  const worker = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), worker)
  return startProduct({ ...urls, env, scratch: inject('scratch') })
}

/**
 * The whole product with a new school whose people are created on demand. The product is reused by the next
 * files, unless it has its own variables. Then it is the only one that takes jobs from the worker's database:
 * another would run them without these variables.
 */
export async function startSchoolApp(env?: NodeJS.ProcessEnv) {
  if (env) await closeSharedProduct()
  const product = await (env ? startOwn(env) : (sharedProduct ??= startOwn({})))
  const school = await createTestSchool({
    school_url: `frame-${Date.now().toString(36)}`,
    name: 'Harbour Academy',
  })
  const origin = product.at(school.school_url, '')
  const close = async () => {
    if (env) await product.close()
  }
  return { school, product, origin, at: (path: string) => `${origin}${path}`, close }
}

async function closeSharedProduct() {
  const shared = sharedProduct
  sharedProduct = undefined
  await (await shared)?.close()
}

export type SchoolApp = Awaited<ReturnType<typeof startSchoolApp>>

/** Browser storage of a logged-in person. */
export const storageFor = ({ token, id, name, role }: TestUser) => ({
  user_token: token,
  user_type: role,
  user_details: { _id: id, name },
})
