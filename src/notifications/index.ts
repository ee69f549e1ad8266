export { wantedNews } from './wanted.ts'
export { notify, notifyAll, type NewNotification } from './notify.ts'
export { countUnreadNotifications } from './read-notifications.ts'
export { personalData } from './personal-data.ts'
