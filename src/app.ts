import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { api as accounts } from '#accounts/api.ts'
import { api as analytics } from '#analytics/api.ts'
import { api as apiClients } from '#api-clients/api.ts'
import { api as assistant } from '#assistant/api.ts'
import { api as bulkUpload } from '#student-imports/api.ts'
import { registerTemplateRoutes } from '#student-imports/index.ts'
import { api as certificates } from '#certificates/api.ts'
import { registerCertificateRoutes } from '#certificates/index.ts'
import { api as categories } from '#categories/api.ts'
import { api as consent } from '#consent/api.ts'
import { api as closing } from '#school-closure/api.ts'
import { api as console_ } from '#console/api.ts'
import { api as courses } from '#courses/api.ts'
import { mayOpenContent, mayReadFreePreview } from '#courses/index.ts'
import { api as domains } from '#custom-domains/api.ts'
import { api as endMessages } from '#end-of-course-messages/api.ts'
import { api as errorReports } from '#error-reports/api.ts'
import { api as exchange } from '#import-export/api.ts'
import { api as faculties } from '#faculties/api.ts'
import { api as gradebook } from '#gradebook/api.ts'
import { api as groups } from '#groups/api.ts'
import { api as interest } from '#opening-subscriptions/api.ts'
import { api as learning } from '#learning/api.ts'
import { registerStudentsFileRoute } from '#learning/index.ts'
import { api as myData } from '#data-privacy/api.ts'
import { api as notes } from '#notes/api.ts'
import { api as notifications } from '#notifications/api.ts'
import { api as ownership } from '#ownership/api.ts'
import { api as affiliates } from '#affiliates/api.ts'
import { api as invoices } from '#invoices/api.ts'
import { api as coupons } from '#coupons/api.ts'
import { api as paymentPlans } from '#payment-plans/api.ts'
import { api as payments } from '#payments/api.ts'
import { api as subscriptions } from '#subscriptions/api.ts'
import { registerPaymentWebhookRoute } from '#payments/index.ts'
import { api as plans } from '#plans/api.ts'
import { api as player } from '#player/api.ts'
import { api as assessments } from '#assessments/api.ts'
import { api as questions } from '#questions/api.ts'
import { api as resellers } from '#resellers/api.ts'
import { registerLogoRoute } from '#resellers/index.ts'
import { api as reviews } from '#reviews/api.ts'
import { api as onboarding } from '#onboarding/api.ts'
import { api as contentChunks } from '#content-chunks/api.ts'
import { api as schoolBilling } from '#school-billing/api.ts'
import { api as search } from '#search/api.ts'
import { api as studentContact } from '#student-contact/api.ts'
import { api as support } from '#support/api.ts'
import { api as schools } from '#schools/api.ts'
import { api as staffHome } from '#staff-home/api.ts'
import { api as webhooks } from '#webhooks/api.ts'
import { eventDocs } from '#webhooks/index.ts'
import { registerDocs } from '#tenancy/api-docs/docs-routes.ts'
import { registerEndpoints, type Endpoint, type Services } from '#tenancy/http/endpoints.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { createPageCache } from '#platform/pages/page-cache.ts'
import { createCachedPageHandler } from '#platform/pages/cached-page-handler.ts'
import { identifyPages } from '#tenancy/pages/identify-page.ts'
import { createServer } from '#tenancy/server.ts'
import { registerDevMailRoutes } from '#mail/index.ts'
import { api as uploads } from '#uploads/api.ts'
import { registerUploadRoutes } from '#uploads/index.ts'
import { servePages } from './serve-pages.ts'
import { openServices, type ServiceOptions } from './services.ts'

/** Every endpoint of the product. */
export const allEndpoints: Endpoint[] = [
  ...accounts,
  ...analytics,
  ...apiClients,
  ...assistant,
  ...bulkUpload,
  ...categories,
  ...certificates,
  ...consent,
  ...closing,
  ...console_,
  ...courses,
  ...affiliates,
  ...invoices,
  ...coupons,
  ...domains,
  ...endMessages,
  ...errorReports,
  ...exchange,
  ...faculties,
  ...gradebook,
  ...groups,
  ...interest,
  ...learning,
  ...myData,
  ...notes,
  ...notifications,
  ...onboarding,
  ...ownership,
  ...contentChunks,
  ...paymentPlans,
  ...payments,
  ...subscriptions,
  ...plans,
  ...player,
  ...assessments,
  ...questions,
  ...resellers,
  ...reviews,
  ...schoolBilling,
  ...schools,
  ...search,
  ...staffHome,
  ...studentContact,
  ...support,
  ...uploads,
  ...webhooks,
]

export const allRoutes: Route[] = allEndpoints.map((endpoint) => endpoint.route)

export interface AppOptions extends Omit<ServiceOptions, 'logger' | 'caches'> {
  logger?: Logger
  /** `none` serves only the API, for endpoint tests; `development` serves screens from their sources. */
  pages?: 'built' | 'development' | 'none'
}

export interface App {
  http: FastifyInstance
  services: Services
  close(): Promise<void>
}

/** Creates the web application: endpoints, files and pages of all domains over one database. */
export async function createApp(options: AppOptions): Promise<App> {
  const pageCache = createPageCache()
  const logger = options.logger ?? createLog(options.config.logLevel)
  const { services, close } = await openServices({ ...options, logger, caches: [pageCache] })
  const { config, databases, hosts, telemetry } = services

  const identify = identifyPages(hosts)
  const front = createCachedPageHandler({ identify, cache: pageCache, logger, telemetry })
  const http = createServer({ config, databases, hosts, logger, front, telemetry })
  await http.register(
    async (api) => {
      registerEndpoints(api, services, allEndpoints)
      registerDocs(api, allRoutes, eventDocs)
    },
    { prefix: '/api' },
  )
  registerLogoRoute(http, services)
  await registerUploadRoutes(http, services, { mayOpenContent, mayReadFreePreview })
  await registerStudentsFileRoute(http, services)
  await registerPaymentWebhookRoute(http, services)
  registerTemplateRoutes(http)
  registerCertificateRoutes(http, services)
  await registerDevMailRoutes(http, services)
  const pages = options.pages ?? 'built'
  if (pages !== 'none') await servePages(http, { config, cache: pageCache, front }, pages === 'development')

  return {
    http,
    services,
    async close() {
      await http.close()
      await close()
    },
  }
}
