export { scheduleOpeningNotice } from './schedule-opening-notice.ts'
export { personalData } from './personal-data.ts'
