import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '#lib/ids/is-uuid.ts'
import { languageOr } from '#lib/languages/languages.ts'
import { defaultThemeCss } from '#lib/theme/index.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { preferredLanguage } from '#platform/http/headers/content-negotiation.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import { getCertificateFile, type CertificateFile } from './drawing/certificate-file.ts'
import { isSignedFile } from './reading/signed-files.ts'
import {
  findPublicCertificate,
  schoolOfCertificate,
  type PublicCertificate,
} from './verification/find-public-certificate.ts'
import { renderVerifyPage } from './verification/verify-page.ts'

/** A chain of corrections that is longer is cut: it shows the last of these. */
const maxCorrections = 20

/** Registers the public page and files of certificates, on every host and without an API client. */
export function registerCertificateRoutes(app: FastifyInstance, services: Services): void {
  app.get('/verify/:id', (request, reply) => sendPage(services, request, reply))
  for (const file of ['pdf', 'image'] as const)
    app.get(`/api/student-certificate/certificates/id/:id/${file}`, (request, reply) =>
      sendFile(services, { request, reply, file }),
    )
}

const contextOf = ({ databases, config, storage, hosts, now }: Services, request: FastifyRequest) => ({
  db: databases.db,
  config,
  storage,
  hosts,
  now: now?.() ?? new Date(),
  address: request.ip,
})

const idOf = (request: FastifyRequest) => {
  const { id } = request.params as { id: string }
  return isUuid(id) ? id.toLowerCase() : null
}

async function sendPage(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const context = contextOf(services, request)
  const id = idOf(request)
  const found = id ? await lookUp(context, id) : ({ result: 'unknown', certificate: null } as const)
  const school_id = found.certificate && (await schoolOfCertificate(context, found.certificate.id))
  const school = school_id ? await services.hosts.byId(school_id) : null
  const { status, headers, html } = renderVerifyPage({
    ...found,
    language: languageOr(preferredLanguage(request.headers['accept-language'], languageOr(school?.language))),
    time_zone: school?.time_zone ?? 'UTC',
    theme_css: school?.theme_css ?? defaultThemeCss,
  })
  return reply.code(status).headers(headers).send(html)
}

type Found = Pick<Parameters<typeof renderVerifyPage>[0], 'result' | 'certificate'>

/** The certificate of an address, or its newest successor, and what the page says about the address. */
async function lookUp(context: ReturnType<typeof contextOf>, id: string): Promise<Found> {
  try {
    const first = await findPublicCertificate(context, id)
    let certificate: PublicCertificate = first
    for (let n = 0; certificate.replaced_by_id && n < maxCorrections; n++)
      certificate = await findPublicCertificate(context, certificate.replaced_by_id)
    // A successor may be revoked or expired: that matters more than that it replaced another.
    const result = certificate.state === 'issued' ? first.state : certificate.state
    return { result, certificate }
  } catch (error) {
    const result = error instanceof Refusal && resultOfRefusal[error.code]
    if (!result) throw error
    return { result, certificate: null }
  }
}

const resultOfRefusal: Record<string, Found['result'] | undefined> = {
  not_found: 'unknown',
  person_erased: 'erased',
  too_many_requests: 'limited',
}

const types = {
  pdf: { type: 'application/pdf', ending: 'pdf' },
  image: { type: 'image/png', ending: 'png' },
}

interface FileRequest {
  request: FastifyRequest
  reply: FastifyReply
  file: CertificateFile
}

async function sendFile(services: Services, { request, reply, file }: FileRequest) {
  const context = contextOf(services, request)
  const id = ensureFound(idOf(request))
  // Counts unknown ids, and refuses erased people.
  const { number } = await findPublicCertificate(context, id)
  const school_id = ensureFound(await schoolOfCertificate(context, id))
  const isHolder = isSignedFile(context, id, request.query as Record<string, unknown>)
  const bytes = await getCertificateFile(context, { school_id, id, file, isHolder })
  const { type, ending } = types[file]
  return reply
    .type(type)
    .header('content-disposition', `inline; filename="certificate-${number}.${ending}"`)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(bytes)
}
