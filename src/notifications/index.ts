export { filterByPreferences } from './filter-by-preferences.ts'
export { notify, notifyAll, type NewNotification } from './notify.ts'
export { countUnreadNotifications } from './mark-notifications-read.ts'
export { personalData } from './personal-data.ts'
