/** Checks and clean-up after each test file: files of one worker share their modules. */
export const afterFileHooks: (() => Promise<void>)[] = []
