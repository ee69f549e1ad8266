export { getNotificationSettings } from './notification-settings.ts'
export { openSchool, type NewSchool } from './open-school.ts'
export { schoolOrigin } from './profile.ts'
export { showPreview } from './show-preview.ts'
