/** Writes docs/configuration.md and .env.example from the declared settings. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configurationDocument, documentedGroups, exampleEnvironment } from './configuration-document.ts'

const root = join(import.meta.dirname, '..')
writeFileSync(join(root, 'docs/configuration.md'), configurationDocument(documentedGroups))
writeFileSync(join(root, '.env.example'), exampleEnvironment(documentedGroups))
