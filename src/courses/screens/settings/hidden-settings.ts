/**
 * Course settings that the API accepts and no screen shows. A template is chosen when a course is created;
 * `setting-readers.test.ts` names the readers of all others.
 */
export const hiddenSettings = ['course_template_id'] as const

export const isSettingVisible = (name: string) => !(hiddenSettings as readonly string[]).includes(name)
