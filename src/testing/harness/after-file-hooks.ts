/** What is to be looked at and put back after each file of tests: files of one worker share their modules. */
export const afterFileHooks: (() => Promise<void>)[] = []
