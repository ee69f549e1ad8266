/** What follows each change of route: progress bar, visit log, chat widget, error reporting. */
export interface RouteEffects {
  showBar: () => void
  hideBar: () => void
  logVisit: (course_id: string | undefined) => void
  refreshChatWidget: () => void
  setErrorReportingUser: () => void
}

/** Milliseconds. A change that is quicker than the first shows no bar. */
export const barDelayMs = 100
export const chatRefreshDelayMs = 3_000

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
      waiting = setTimeout(effects.showBar, barDelayMs)
    },
    /** The router is at rest, wherever it stands: nothing may leave the bar hanging. */
    settled: endBar,
    completed(course_id?: string) {
      endBar()
      effects.logVisit(course_id)
      setTimeout(effects.refreshChatWidget, chatRefreshDelayMs)
      effects.setErrorReportingUser()
    },
    failed() {
      endBar()
      effects.refreshChatWidget()
    },
  }
}
