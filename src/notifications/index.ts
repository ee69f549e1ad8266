export { wantedNews } from './wanted.ts'
export { notify, notifyAll, type NewNotification } from './notify.ts'
