import { handle } from '#tenancy/http/endpoints.ts'
import { createCourse } from '#courses/contract.ts'
import * as contract from './contract.ts'
import { exportCourse, latestExport, showExport } from './exports/export-course.ts'
import { importCourse, showImport } from './imports/import-course.ts'
import { createCourseOfAnyKind, createFromTemplate } from './templates/create-from-template.ts'
import { duplicateCourse } from './duplicate-course.ts'
import { createTemplate, deleteTemplate, listTemplates, showTemplate } from './templates/templates.ts'

export const api = [
  // Here, because a course may begin as a template's.
  handle(createCourse, createCourseOfAnyKind),
  handle(contract.duplicateCourse, duplicateCourse),
  handle(contract.listTemplates, listTemplates),
  handle(contract.showTemplate, showTemplate),
  handle(contract.createTemplate, createTemplate),
  handle(contract.deleteTemplate, deleteTemplate),
  handle(contract.createFromTemplate, createFromTemplate),
  handle(contract.exportCourse, exportCourse),
  handle(contract.showExport, showExport),
  handle(contract.latestExport, latestExport),
  handle(contract.importCourse, importCourse),
  handle(contract.showImport, showImport),
]
