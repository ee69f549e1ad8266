export { notify, notifyAll, type NewNotification } from './notify.ts'
