/** What follows each change of route: progress bar, visit log, chat widget, error reporting. */
export interface RouteEffects {
  showBar: () => void
  hideBar: () => void
  logVisit: (course_id: string | undefined) => void
  refreshChatWidget: () => void
  setErrorReportingUser: () => void
}

/** Milliseconds. A change that is quicker than the first shows no bar. */
export const barDelay = 100
export const chatRefreshDelay = 3_000

export const chatRefreshEvent = 'page:chat-widget-refresh'

export function createRouteEvents(effects: RouteEffects) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const endBar = () => {
    clearTimeout(waiting)
    effects.hideBar()
  }
  return {
    started() {
      clearTimeout(waiting)
      waiting = setTimeout(effects.showBar, barDelay)
    },
    /** The router is at rest, wherever it stands: nothing may leave the bar hanging. */
    settled: endBar,
    completed(course_id?: string) {
      endBar()
      effects.logVisit(course_id)
      setTimeout(effects.refreshChatWidget, chatRefreshDelay)
      effects.setErrorReportingUser()
    },
    failed() {
      endBar()
      effects.refreshChatWidget()
    },
  }
}
