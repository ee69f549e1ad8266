import { choiceSetting, defineConfigGroup, textSetting } from '../src/platform/config/settings.ts'

/** Variables that scripts and tests read. The product does not check them. */
export const developmentGroup = defineConfigGroup({
  title: 'Scripts and tests',
  usedBy: ['tests'],
  settings: {
    CHROMIUM_PATH: textSetting({
      description: 'Browser for browser tests and screenshots',
      defaultText: 'detected',
    }),
    TEST_DATABASE_URL: textSetting({
      description: 'Postgres for unit tests, such as a Citus cluster',
      defaultText: 'an embedded Postgres',
      secret: true,
    }),
    TEST_LOG: choiceSetting(['1'], {
      description: 'Prints warnings and errors of the product during tests',
    }),
    NODE_COMPILE_CACHE: textSetting({
      description: 'Folder in which Node caches compiled sources',
      defaultText: '`node_modules/.cache/compiled` with `npm start`',
      usedBy: ['web', 'worker', 'commands', 'tests'],
    }),
    NODE_OPTIONS: textSetting({
      description: 'Options of Node, which overrule those of `npm start`',
      defaultText: '`--max-semi-space-size=8` with `npm start`',
      usedBy: ['web', 'worker', 'commands'],
    }),
    MALLOC_ARENA_MAX: textSetting({
      description: 'Memory arenas of the C library',
      defaultText: '`2` with `npm start`',
      usedBy: ['web', 'worker', 'commands'],
    }),
    UV_THREADPOOL_SIZE: textSetting({
      description: 'Threads of Node for password hashes and files',
      defaultText: '`16` with `npm start`',
      usedBy: ['web', 'worker', 'commands'],
    }),
  },
  resolve: () => ({}),
})
