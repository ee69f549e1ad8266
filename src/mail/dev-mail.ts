import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { newestSchools } from '#tenancy/index.ts'
import { mailListPage, mailPage, type DevMail } from './dev-mail-pages.ts'

const shown = 50
const maxSchools = 40
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Named = FastifyRequest<{ Params: { school_id: string; id: string } }>

/** `/dev/mail`: sent and captured mail. A school's host shows that school's; the root shows all. */
export async function registerDevMailRoutes(app: FastifyInstance, services: Services) {
  if (services.config.production) return

  const canSee = (request: FastifyRequest, school_id: string) =>
    uuid.test(school_id) &&
    (request.tenant.kind !== 'school' || request.tenant.school.school_id === school_id)

  async function mailOf(request: Named) {
    const { school_id, id } = request.params
    const visible = canSee(request, school_id) && uuid.test(id)
    return ensureFound(visible ? await oneMail(services, school_id, id) : null)
  }

  app.get('/dev/mail', async (request, reply) => {
    const schools =
      request.tenant.kind === 'school' ? [request.tenant.school.school_id] : await allSchools(services)
    const lists = await Promise.all(schools.map((school_id) => mailsOf(services, school_id)))
    const mails = lists
      .flat()
      .sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
    return page(reply, mailListPage(mails.slice(0, shown)))
  })
  app.get('/dev/mail/:school_id/:id', async (request: Named, reply) =>
    page(reply, mailPage(await mailOf(request))),
  )
  app.get('/dev/mail/:school_id/:id/html', async (request: Named, reply) => {
    const { html } = await mailOf(request)
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `sandbox allow-popups allow-popups-to-escape-sandbox; ${imagesOnly}; frame-ancestors 'self'`,
      )
      .header('cache-control', 'no-store')
      .send(html.replace('<head>', '<head>\n<base target="_blank">'))
  })
}

const imagesOnly = "default-src 'none'; style-src 'unsafe-inline'; img-src http: https:; form-action 'none'"

const page = (reply: FastifyReply, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `${imagesOnly}; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('cache-control', 'no-store')
    .send(html)

const allSchools = async ({ databases }: Services) => [
  PLATFORM_ID,
  ...(await newestSchools(databases.db, maxSchools)),
]

const mailsOf = ({ databases }: Services, school_id: string): Promise<DevMail[]> =>
  withSchoolTx(databases.db, school_id, (tx) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(shown)
      .select([
        'school_id',
        'id',
        'kind',
        'sender_name',
        'recipient',
        'subject',
        'status',
        'last_error',
        'created_at',
      ])
      .execute(),
  )

const oneMail = ({ databases }: Services, school_id: string, id: string) =>
  withSchoolTx(databases.db, school_id, (tx) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),
  )
