export { addressError, addressSkeleton, normalizeAddress } from './creation/address.ts'
export { getNotificationSettings } from './settings/notification-settings.ts'
export { reservedAddressError } from './policy.ts'
export { provisionSchool, type NewSchool } from './creation/provision-school.ts'
export {
  deleteFromDirectory,
  findSchoolCurrency,
  findSchoolMarket,
  lockSchool,
  updateDirectory,
} from './queries.ts'
export { findSchoolLinks } from './directory/school-links.ts'
export { schoolsAtRootHost } from './directory/schools-at-root-host.ts'
export { schoolOrigin } from './settings/school-profile.ts'
export { updatePreviewImage } from './settings/update-preview-image.ts'
export { personalData } from './personal-data.ts'
