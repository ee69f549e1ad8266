import { setLanguageCookie, setSchemeCookie } from '#platform/client/session/cookies.ts'
import { registerServiceWorker } from '#platform/client/page/service-worker.ts'
import { errorReporting, reportedUser } from '#platform/client/error-reports/error-reporting.ts'
import { loginUrl } from '#platform/client/session/redirect.ts'
import { chatRefreshEvent, createRouteEvents } from '../frame/create-route-events.ts'
import {
  browserStore,
  isSupportVisit,
  storedSession,
  storedToken,
  takeTokenFromAddress,
} from '#tenancy/client/session/session.ts'
import type { PageFrame } from '#tenancy/client/page-frame.ts'
import type { Language } from '#lib/languages/languages.ts'
import type { Scheme } from '#platform/client/page/page-preferences.ts'
import { startAnalytics } from '#tenancy/client/analytics/start-analytics.ts'
import { whenIdle } from '#platform/client/page/when-idle.ts'
import { browserStorage } from '#platform/client/session/browser-storage.ts'
import { watchDocumentNavigation } from '#ui/frame/document-navigation.ts'
import { redeemAddressToken } from '#tenancy/client/session/redeem-address-token.ts'
import { frameElement } from '#tenancy/client/early-texts.ts'
import { confirmAccountSwitch } from './confirm-account-switch.ts'
import { enableFrames } from './frames.ts'
import { enableJoinForms, returnHash } from './join-course.ts'
import { enableMySchoolsForm } from './my-schools.ts'
import { reportErrors } from './report-errors.ts'
import { enableInterestForm } from './register-interest.ts'

/** The only script of a public page: session, visit log, appearance and menus. */
const root = document.documentElement
const store = browserStore(
  browserStorage() ?? { getItem: () => null, setItem() {}, removeItem() {}, clear() {} },
)
const frame = JSON.parse(document.getElementById(frameElement)?.textContent ?? '{}') as PageFrame
const school_id = frame.host.kind === 'school' ? frame.host.school.school_id : undefined

const token = takeTokenFromAddress(
  { href: location.href, replace: (address) => history.replaceState(null, '', address) },
  store,
)

void start()

async function start() {
  reportErrors({ frame, isSupportVisit: () => isSupportVisit(storedSession(store)), post })
  if (token) {
    const arrival = await redeemAddressToken(token, { frame, store, confirmSwitch: confirmAccountSwitch })
    if (arrival.kind === 'second_step')
      return location.replace(`/second-factor${location.search}#${arrival.step}`)
  }
  showSession()
  hidePast()
  enableChoices()
  enableMenus()
  enableReturns()
  enableFrames()
  enableJoinForms(kindOf(storedSession(store)), send, enableReturns)
  enableMySchoolsForm(send)
  enableInterestForm(kindOf(storedSession(store)), send)
  watchRoute()
  window.addEventListener('storage', showSession)
  registerServiceWorker()
  whenIdle(reportEvent)
}

/** A function declaration, because the script runs before it reaches this line. */
function post(path: string, body: object) {
  return send('POST', path, body)
}

async function send(method: string, path: string, body?: object) {
  const token = storedToken(store)
  const answer = await fetch(`/api${path}`, {
    method,
    keepalive: method === 'POST',
    credentials: 'omit',
    headers: {
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      'x-request-source': 'web',
      'x-api-username': frame.api.username,
      'x-api-secret': frame.api.secret,
      'accept-language': frame.locale,
      ...(token && { 'x-access-token': token }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  })
  // Without a token there is no session to end, and the page would reload for ever.
  if (answer.status === 401 && token) {
    localStorage.clear()
    sessionStorage.clear()
    location.reload()
  }
  return answer
}

function kindOf(session: ReturnType<typeof storedSession>) {
  if (!session) return 'visitor'
  if (session.user_type === 'student') return 'student'
  return session.user_type ? 'staff' : 'known'
}

/** Shows elements with `data-for` to logged-in people, staff, students or visitors. */
function showSession() {
  const session = storedSession(store)
  const kind = kindOf(session)
  root.dataset.session = session ? 'known' : 'none'
  for (const element of document.querySelectorAll<HTMLElement>('[data-for]')) {
    const audience = element.dataset.for
    element.hidden = audience === 'known' ? !session : audience !== kind
  }
  const name = session?.details?.name
  if (typeof name === 'string')
    for (const element of document.querySelectorAll('[data-user-name]')) element.textContent = name
}

/** Hides announcements of a past time: pages are cached for longer. */
function hidePast() {
  for (const element of document.querySelectorAll<HTMLElement>('[data-until]'))
    element.hidden = Date.parse(element.dataset.until!) <= Date.now()
}

/** Buttons with `data-scheme-choice` or `data-language-choice` store the choice and apply it. */
function enableChoices() {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>(
      '[data-scheme-choice], [data-language-choice]',
    )
    if (!button) return
    const { schemeChoice, languageChoice } = button.dataset
    if (schemeChoice) setSchemeCookie(schemeChoice as Scheme)
    if (languageChoice) setLanguageCookie(languageChoice as Language)
    location.reload()
  })
}

/** Closes a `<details>` menu on Escape, on a click elsewhere, and when another opens. */
function enableMenus() {
  const menus = () => document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')
  document.addEventListener('click', (event) => {
    for (const menu of menus()) if (!menu.contains(event.target as Node)) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of menus()) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
}

/** Adds the return address to links to login. */
function enableReturns() {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-returns]'))
    link.href = loginUrl({
      pathname: location.pathname,
      search: location.search + returnHash(link),
    }).replace('/login', link.pathname)
}

function courseAt({ search }: { search: string }) {
  return new URLSearchParams(search).get('selected_course_id')
}

/** Shows the progress bar while the next document loads, and records the visit of this page. */
function watchRoute() {
  const bar = document.createElement('div')
  bar.className = 'p-progress'
  bar.setAttribute('aria-hidden', 'true')
  document.body.append(bar)
  const events = createRouteEvents({
    showBar: () => (bar.dataset.shown = ''),
    hideBar: () => delete bar.dataset.shown,
    logVisit: () => root.dataset.visit !== 'none' && logVisit(),
    refreshChatWidget: () => window.dispatchEvent(new CustomEvent(chatRefreshEvent)),
    setErrorReportingUser: () => errorReporting.setUser(reportedUser(storedSession(store))),
  })
  watchDocumentNavigation({ started: events.started, ended: events.settled })
  events.completed()
}

function logVisit() {
  if (!school_id || !frame.analytics.logs_visits) return
  const session = storedSession(store)
  const course_id = courseAt(location)
  void post('/analytics/v1', {
    action: 'SCHOOL_VISIT',
    url: location.href.slice(0, 2_000),
    school_id,
    ...(course_id && { course_id }),
    ...(session?.details?._id && { user_id: session.details._id }),
    ...(session?.user_type && { user_type: session.user_type }),
  })
    // An unread response would keep the request open.
    .then((answer) => answer.text())
    .catch(() => null)
}

/** Reports the analytics event that the page declares. */
function reportEvent() {
  const { event } = root.dataset
  const session = () => storedSession(store)
  if (!event || !frame.analytics.reports_events || isSupportVisit(session())) return
  const analytics = startAnalytics({ frame, session, post: (body) => post('/analytics/v1', body) })
  analytics.track(event, { page: location.pathname })
  analytics.flush()
}
