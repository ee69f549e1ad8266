import type { FastifyInstance } from 'fastify'
import { tableFormats, writeTable } from './write-table.ts'

const folder = '/static/csv_templates'

const people = [
  ['Amina', 'Bello', 'amina.bello@example.com', 'S-1001'],
  ['Stéphane', 'Müller', 'stephane.mueller@example.com', 'S-1002'],
]
const headings = ['First name', 'Last name', 'E-mail', 'Student code']
const faculties = ['Science', 'Science; Arts']

/** Example people use reserved domains: uploading an unchanged template invites nobody. */
const templates = {
  'bulk-students-upload': [headings, ...people],
  'bulk-faculty-students-upload': [
    [...headings, 'Faculty'],
    ...people.map((person, at) => [...person, faculties[at]!]),
  ],
}

/** Serves the two templates in both formats, at the root host and at every school. */
export function registerTemplateRoutes(app: FastifyInstance) {
  for (const [name, rows] of Object.entries(templates))
    for (const format of tableFormats)
      app.get(`${folder}/${name}.${format}`, async (_request, reply) => {
        const { content, content_type } = await writeTable(rows, format)
        return reply
          .type(content_type)
          .header('content-disposition', `attachment; filename="${name}.${format}"`)
          .header('cache-control', 'public, max-age=3600')
          .header('content-security-policy', "sandbox; default-src 'none'")
          .send(content)
      })
}
