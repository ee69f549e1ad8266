import { inject } from 'vitest'
import { createApp, type App } from '#app.ts'
import { cloneTemplate } from '../harness/databases.ts'
import { getTestApp } from './school-builder.ts'

/** The product once more over this worker's database, with caches of its own: another process in all but name. */
export async function startSecondProcess(): Promise<App> {
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const { appUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const { config } = (await getTestApp()).services
  return createApp({ config, databaseUrl: appUrl, pages: 'none' })
}
