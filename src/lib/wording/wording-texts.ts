/**
 * Texts for students and visitors that a school may replace, as `namespace:key`, by the page where they appear. Each is a
 * whole label without variables and plural forms, so that a replacement cannot break the grammar of another text.
 */
export const wordingGroups = {
  home: [
    'schools:home.courses',
    'schools:home.allCourses',
    'schools:home.other',
    'schools:home.seeCourses',
    'schools:home.search',
    'schools:home.empty',
    'schools:home.teachers',
    'schools:home.reviews',
  ],
  course: [
    'courses:landing.allCourses',
    'courses:landing.about',
    'courses:landing.outline',
    'courses:landing.lessons',
    'courses:landing.contents',
    'courses:landing.teacher',
    'courses:landing.studentReviews',
    'courses:landing.related',
    'courses:landing.freeOthers',
    'courses:landing.freeJoin',
    'courses:landing.joinTitle',
    'courses:join.register',
    'courses:join.open',
  ],
  learning: [
    'kit:nav.dashboard',
    'learning:dashboard.title',
    'learning:dashboard.groups.learning',
    'learning:dashboard.find',
    'learning:dashboard.more',
    'learning:dashboard.empty',
    'learning:code.title',
    'learning:code.label',
    'learning:next.lesson',
    'learning:topic.toFirst',
    'learning:head.completed',
    'learning:end.title',
    'learning:review.open',
    'learning:deadlines.course_starts',
    'learning:deadlines.course_ends',
  ],
  registration: [
    'accounts:login.register',
    'accounts:login.registerTeacher',
    'registration:register.teacherTitle',
  ],
} as const

export type WordingGroup = keyof typeof wordingGroups
export type WordingText = (typeof wordingGroups)[WordingGroup][number]

export const wordingTexts: readonly WordingText[] = Object.values(wordingGroups).flat()

/** Replaced texts by name. */
export type Wording = Partial<Record<WordingText, string>>
