import { defineConfig } from 'vitest/config'
import { LongestFileFirst } from './src/testing/harness/longest-file-first.ts'

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFileFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'faults/**/*.test.ts'],
          pool: 'forks',
          // Otherwise most of a file's time would go into loading the same modules again.
          isolate: false,
          // By default Vitest leaves one processor free, which is half of two; and each file waits part of its
          // time.
          maxWorkers: 3,
          globalSetup: ['src/testing/harness/global-setup.ts'],
          setupFiles: ['src/testing/harness/cheap-hashes.ts', 'src/testing/harness/setup.ts'],
          // Generous limits: other work on the machine must not fail a test.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          // As above: each file would load the whole product again.
          isolate: false,
          // Pages wait most of their time: two workers would leave the processors idle.
          maxWorkers: 3,
          // Repeated once, and the report names it: a page may miss its time on a busy machine.
          retry: 1,
          globalSetup: ['src/testing/harness/global-setup.ts'],
          setupFiles: ['src/testing/harness/cheap-hashes.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // Each poll sends requests to the product, which must do the awaited work meanwhile.
          expect: { poll: { timeout: 30_000, interval: 200 } },
        },
      },
    ],
  },
})
