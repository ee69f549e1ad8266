import { courseToContinue } from './early/course-to-continue.ts'
import { earlyRequests } from './early/early-requests.ts'
import { loadApp } from './load-app.ts'
import { renderHome, type EarlyCourse } from './early/render-home.ts'

/** A slow server must not delay the app longer than this. */
const patienceMs = 3_000

/** The requests of the student's home. The app sends the same, and takes these replies. */
const coursesPath = '/api/courses/v1/stu/courses?limit=50'
const dashboardPath = '/api/courses/v1/stu/dashboard'

/**
 * Runs in the head of the student's home. Requests the courses while the style sheets load, and shows the course to
 * continue as soon as they arrive. The files of the app load afterwards, because on a slow connection they would
 * delay it. If anything fails here, the app requests everything itself.
 */
function openHome() {
  const requests = earlyRequests()
  const role = requests && (requests.store.userType.get() ?? requests.store.userDetails.get()?.user_type)
  if (!requests || role !== 'student') return loadApp()
  const wait = setTimeout(loadApp, patienceMs)
  const begin = () => {
    clearTimeout(wait)
    loadApp()
  }
  const courses = requests.get<{ data: EarlyCourse[] }>(coursesPath)
  const dashboard = requests.get(dashboardPath)
  dashboard.catch(() => {})
  window.earlyReplies = [
    { path: coursesPath, reply: courses },
    { path: dashboardPath, reply: dashboard },
  ]
  courses
    .then(async ({ data }) => {
      const course = courseToContinue(data)
      if (course) await renderHome(course)
    })
    .then(begin, begin)
}

openHome()
