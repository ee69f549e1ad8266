import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatRegistrationAnswers } from '#accounts/index.ts'
import { byteOrderMark, csvLine } from '#lib/csv/csv.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { withReadOnlySchoolTx, withSchoolTx } from '#tenancy/database/school-tx.ts'
import { authenticateApiClients, ensureClientScope } from '#tenancy/http/link-holder.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { verifyHmac, signHmac } from '#platform/security/tokens.ts'
import { translator } from '#platform/pages/translate.ts'
import type * as contract from '../contract.ts'
import { getCourseProgress } from '../progress/get-course-progress.ts'
import { studentListPage, type CourseStudentFilters } from './list-course-students.ts'
import { mayManageStudents } from '../policy.ts'
import { getCourseRules } from '../queries.ts'

const lifeSeconds = 120
const rowsAtOnce = 500

/** Signed, because a download by the browser sends no session. */
export async function createStudentsFileLink(
  ctx: Ctx,
  { course_id, ...filters }: Input<typeof contract.createStudentsFileLink>,
): Promise<Reply<typeof contract.createStudentsFileLink>> {
  ensureAllowed(mayManageStudents(ctx.actor, await getCourseRules(ctx, course_id)))
  const exp = Math.floor(ctx.now.getTime() / 1000) + lifeSeconds
  const filters_json = JSON.stringify(filters)
  const signed = { exp: String(exp), user: ctx.actor.id, lang: ctx.locale, filters_json }
  const query = new URLSearchParams({ ...signed, sig: signature(ctx, { course_id, ...signed }) })
  return { url: `/files/students/${course_id}?${query}`, expires_at: new Date(exp * 1000) }
}

interface Signed {
  exp: string
  user: string
  lang: string
  filters_json: string
}

const parts = (
  school_id: string,
  { course_id, exp, user, lang, filters_json }: Signed & { course_id: string },
) => ['students file', school_id, course_id, exp, user, lang, filters_json] as const

const signature = ({ config, school_id }: Ctx, signed: Signed & { course_id: string }) =>
  signHmac(config.appSecret, ...parts(school_id, signed))

/** Registers the route of the file, outside of the JSON API. */
export async function registerStudentsFileRoute(app: FastifyInstance, services: Services) {
  await app.register(async (scope) => {
    authenticateApiClients(scope, services)
    scope.get('/files/students/:course_id', async (request, reply) => {
      const file = openLink(services, request)
      const { databases, config } = services
      const { holder, course } = await withSchoolTx(databases.db, file.school_id, (tx) =>
        mayStill(services, { ...file, tx, config }),
      )
      ensureClientScope(request, holder, ['enrolments:read'])
      return sendFile(reply, linesOf(services, file), course.course_code)
    })
  })
}

type FileRequest = Signed & { school_id: string; course_id: string; filters: CourseStudentFilters; now: Date }

function openLink({ config, now }: Services, request: FastifyRequest): FileRequest {
  const school_id = request.tenant.kind === 'school' ? request.tenant.school.school_id : null
  const { course_id } = request.params as { course_id: string }
  const { exp, user, lang, filters_json, sig } = request.query as Record<string, unknown>
  const texts = [exp, user, lang, filters_json, sig]
  if (!school_id || !texts.every((text) => typeof text === 'string')) throw new Refusal('not_found')
  const signed = { course_id, exp, user, lang, filters_json } as Signed & { course_id: string }
  const at = now?.() ?? new Date()
  const sound = verifyHmac(sig as string, config.appSecret, ...parts(school_id, signed))
  if (!sound || Number(exp) * 1000 <= at.getTime()) throw new Refusal('link_invalid')
  return { ...signed, school_id, filters: JSON.parse(signed.filters_json) as CourseStudentFilters, now: at }
}

/** The creator of the link must still be staff of this course. */
async function mayStill({ holderOf }: Services, file: FileRequest & Pick<Ctx, 'tx' | 'config'>) {
  const { tx, school_id, course_id, user } = file
  const holder = ensureFound(await holderOf(file, user))
  const course = ensureFound(
    await tx
      .selectFrom('courses')
      .where('school_id', '=', school_id)
      .where('id', '=', course_id)
      .where('deleted_at', 'is', null)
      .select(['course_code', 'course_teacher_id', 'created_by'])
      .executeTakeFirst(),
  )
  ensureAllowed(mayManageStudents(holder.actor, course))
  return { holder, course }
}

/** Page by page, each in its own short transaction: memory use does not depend on the number of students. */
async function* linesOf({ databases }: Services, { school_id, course_id, filters, lang, now }: FileRequest) {
  const t = translator(lang)
  yield byteOrderMark + csvLine(columns.map((name) => t(`learning:csv.${name}`)))
  let cursor: string | undefined
  do {
    const from = cursor
    const page = await withReadOnlySchoolTx(databases.db, school_id, async (tx) => {
      const ctx = { tx, school_id, now }
      const { data, next_cursor } = await studentListPage(ctx, course_id, {
        ...filters,
        limit: rowsAtOnce,
        cursor: from,
      })
      const user_ids = data.map((row) => row.student_id)
      const answers = await formatRegistrationAnswers(ctx, user_ids)
      const progress = await getCourseProgress(ctx, { course_ids: [course_id], user_ids })
      return {
        next_cursor,
        rows: data.map((row) => ({
          ...row,
          answers: answers.get(row.student_id),
          status: t(`learning:csv.statuses.${row.status}`),
          ...progress(course_id, row.student_id),
        })),
      }
    })
    yield page.rows.map((row) => csvLine(columns.map((name) => row[name]))).join('')
    cursor = page.next_cursor ?? undefined
  } while (cursor)
}

const columns = [
  ...(['name', 'email', 'user_code', 'status', 'tier', 'percentage', 'completed', 'total'] as const),
  ...(['created_at', 'approved_at', 'student_approval_end_date'] as const),
  ...(['last_opened_at', 'completed_at', 'answers'] as const),
] as const

function sendFile(reply: FastifyReply, lines: AsyncIterable<string>, course_code: string) {
  const name = `students-${course_code.replace(/[^\w-]+/g, '-')}.csv`
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(Readable.from(lines))
}
