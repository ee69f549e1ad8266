import { expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import { saveProgress } from '#learning/contract.ts'
import { setMyReview } from '#reviews/contract.ts'
import { updateSchool } from '#schools/contract.ts'
import { horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { closePage, openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
const text = `<p>${word}</p>`

/** A school, a course, a lesson and people whose names and texts are one long word. */
async function createSchoolOfLongWords() {
  const { school } = schoolApp
  const [admin, teacher] = [await school.admin({ name: word }), await school.teacher({ name: word })]
  const question = { question: `${word}?`, answer: word }
  await admin.api(updateSchool, {
    id: school.school_id,
    name: word,
    tagline: word,
    about: text,
    payment_instructions: word,
    home_questions: [question],
    shows_streak: true,
  })
  const course = await teacher.api(courses.createCourse, { course_name: word, course_isPublic: true })
  await teacher.api(courses.updateCourse, {
    id: course.id,
    short_description: word,
    course_description: text,
    price: 123_456_789,
    course_requirements: [word],
    course_questions: [question],
    tutor_description: word,
    course_reviews: [{ name: word, rating: 5, review: word }],
  })
  const lesson = await teacher.api(courses.createLesson, { course_id: course.id, title: word })
  const table = `<table><tbody><tr><td><p>${word}</p></td><td><p>x</p></td></tr></tbody></table>`
  const content = await teacher.api(courses.createContent, {
    lesson_id: lesson.id,
    type: 'text',
    title: word,
    body: text + table,
    is_published: true,
    is_free_preview: true,
    completion_rule: 'opened',
  })
  const student = await school.student({ name: word })
  await school.enrol(student, course)
  await student.api(saveProgress, { content_id: content.id, opened: true })
  await student.api(setMyReview, { course_id: course.id, rating: 5, review: word })
  return { admin, teacher, student, course, content }
}

/** Runs in the page: whether the page or one of its fields shows a text. */
function containsText(text: string) {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
  return document.body.innerText.includes(text) || fields.some(({ value }) => value.includes(text))
}

/** Runs in the page: the innermost element that is wider than the window. */
function findWideElement() {
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth + 1 && element.checkVisibility(),
  )
  const inner = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
  return inner
    .map((element) => element.outerHTML.slice(0, 160))
    .slice(0, 3)
    .join(' | ')
}

test('a long word in every field fits a phone', async () => {
  const { admin, teacher, student, course, content } = await createSchoolOfLongWords()
  const pages = [
    ['/', null],
    [`/?selected_course_id=${course.id}`, null],
    [`/?searchQuery=${word}`, null],
    [`/?searchQuery=no${word}`, null],
    [`/free-lesson/${course.id}/${content.id}`, null],
    ['/terms', null],
    [`/${word}`, null],
    ['/login', null],
    ['/register', null],
    ['/forgot-password', null],
    ['/dashboard', student],
    [`/learn/${course.id}`, student],
    ['/manage', teacher],
    [`/manage/courses/${course.id}`, teacher],
    ['/manage/courses', teacher],
    [`/manage/courses/${course.id}/settings`, teacher],
    [`/manage/courses/${course.id}/students`, teacher],
    [`/manage/courses/${course.id}/students/progress`, teacher],
    [`/manage/courses/${course.id}/feedback/reviews`, teacher],
    [`/school-details/${schoolApp.school.school_id}/student-details/${student.id}`, teacher],
    ['/profile', teacher],
    ['/manage', admin],
    ['/manage/students', admin],
    ['/manage/people', admin],
    ['/manage/settings', admin],
    ['/manage/settings/brand', admin],
    ['/manage/activity', admin],
  ] as const
  const tooWide: string[] = []
  for (const [path, person] of pages) {
    const visit = await openPage(path, person, { size: phoneViewport })
    await visit.page.waitForLoadState('networkidle')
    await expect.poll(() => visit.page.evaluate(containsText, word), { message: path }).toBe(true)
    const pixels = await horizontalOverflow(visit.page)
    if (pixels > 0) tooWide.push(`${path}: ${pixels} px, ${await visit.page.evaluate(findWideElement)}`)
    await closePage(visit)
  }
  expect(tooWide).toEqual([])
})
