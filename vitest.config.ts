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
          // Most of a file's time would go into loading the same modules anew.
          isolate: false,
          // By itself Vitest leaves one processor free, which of two is half; and each file waits some of its time.
          maxWorkers: 3,
          retry: 1,
          globalSetup: ['src/testing/harness/global-setup.ts'],
          setupFiles: ['src/testing/harness/cheap-hashes.ts', 'src/testing/harness/setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          // As above: each file would load the whole product anew.
          isolate: false,
          // Each page waits much of its time: two workers would leave the processors idle.
          maxWorkers: 3,
          // A busy machine can cost a page its moment; a fault fails twice. What needed a second try is named.
          retry: 1,
          globalSetup: ['src/testing/harness/global-setup.ts'],
          setupFiles: ['src/testing/harness/cheap-hashes.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // Each look asks the product, which has to do the work that is waited for.
          expect: { poll: { timeout: 15_000, interval: 200 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
