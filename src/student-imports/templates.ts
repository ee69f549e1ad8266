import type { FastifyInstance } from 'fastify'
import { byteOrderMark, csvLine } from '#lib/csv/csv.ts'

const folder = '/static/csv_templates'

const people = [
  ['Amina', 'Bello', 'amina.bello@example.com', 'S-1001'],
  ['Stéphane', 'Müller', 'stephane.mueller@example.com', 'S-1002'],
]
const headings = ['First name', 'Last name', 'E-mail', 'Student code']
const faculties = ['Science', 'Science; Arts']

/** Their people live where nobody can: a template that is uploaded as it is invites nobody. */
const templates = {
  'bulk-students-upload.csv': [headings, ...people],
  'bulk-faculty-students-upload.csv': [
    [...headings, 'Faculty'],
    ...people.map((person, at) => [...person, faculties[at]!]),
  ],
}

/** The two files to begin with, at the root host and at every school. */
export function registerTemplateRoutes(app: FastifyInstance) {
  for (const [name, rows] of Object.entries(templates)) {
    const text = byteOrderMark + rows.map(csvLine).join('')
    app.get(`${folder}/${name}`, (_request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'public, max-age=3600')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .send(text),
    )
  }
}
