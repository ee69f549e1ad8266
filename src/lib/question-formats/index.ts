export { readAiken, writeAiken } from './aiken.ts'
export {
  dropCodes,
  transferLimits,
  type Drop,
  type DropCode,
  type ExportedFile,
  type FileQuestion,
  type ImportedFile,
} from './format-types.ts'
export { readGift } from './gift-read.ts'
export { writeGift } from './gift-write.ts'
export { readQuestionCsv } from './csv-read.ts'
export { writeQuestionCsv } from './csv-write.ts'
export { readMoodleXml } from './moodle-read.ts'
export { writeMoodleXml } from './moodle-write.ts'
export { readQti, writeQti, type ImportedImage, type ImportedPackage } from './qti/package.ts'
