import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compressFolder } from './scripts/vite/compress-assets.ts'

export default {
  appDirectory: 'src',
  ssr: true,
  // The list of screens is short, so one file at the start costs less than later requests.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressFolder(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
