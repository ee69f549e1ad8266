import { inject } from 'vitest'
import { createApp, type App } from '#app.ts'
import { cloneTemplate } from '../harness/databases.ts'
import { getTestApp } from './school-builder.ts'

/** A second application over this worker's database with its own caches, which behaves like another process. */
export async function startSecondProcess(): Promise<App> {
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const { appUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const { config } = (await getTestApp()).services
  return createApp({ config, databaseUrl: appUrl, pages: 'none' })
}
