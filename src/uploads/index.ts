export { copyToDisk } from './processing/copy-to-disk.ts'
export { encodePublicImage } from './processing/images.ts'
export { imageSizeKeys } from './processing/image-sizes.ts'
export { fileCompleted } from './events.ts'
export { discardUpload } from './lifecycle/discard-upload.ts'
export { lockFiles } from './lifecycle/hold-files.ts'
export { lockUsableFiles } from './lifecycle/lock-usable-files.ts'
export { importFile } from './lifecycle/import-file.ts'
export {
  maxBytesOf,
  prepareGeneratedFile,
  reserveGeneratedFile,
  completeGeneratedFile,
} from './lifecycle/generated-files.ts'
export { freePreviewUrl, mediaUrl, publicMediaUrl } from './serving/media-url.ts'
export type { MayOpenContent, MayReadFreePreview } from './serving/find-upload-reader.ts'
export type { UploadPurpose } from './purposes.ts'
export { registerUploadRoutes } from './routes.ts'
export {
  describeUploads,
  findObjectKeys,
  getUsableUpload,
  type Upload,
} from './lifecycle/get-usable-upload.ts'
export { personalData } from './personal-data.ts'
