import type { TObject, TSchema } from 'typebox'
import { declareRefusals, serverRefusals } from '#platform/contract/refusal-codes.ts'
import {
  completeRoute,
  type BaseDeclaration,
  type BaseRoute,
  type NoFields,
} from '#platform/contract/route.ts'

/**
 * Who may call a route at all. What they may do to one thing is the domain's policy. `platform` is a support account at
 * the root host, `privileged` the one that may use the console.
 */
export type RouteAccess =
  | 'public'
  | 'user'
  | 'student'
  | 'teacher'
  | 'staff'
  | 'admin'
  | 'owner'
  | 'platform'
  | 'privileged'

interface AccessRules {
  /** `school`: needs a school's host. `platform`: the root domain. `any`: either. */
  scope: 'school' | 'platform' | 'any'
  can: RouteAccess
  /** When the platform's support may write by it: `raised`, `never`, or `always` for what ends or raises a visit. */
  support: 'raised' | 'never' | 'always'
  /** Whether it may write while the school is closing: for logging in and out, and for what a person takes along. */
  whileClosing: boolean
  /**
   * Whether a request must name its API client. `optional` is for programs that send no headers of ours: a payment
   * provider's webhook, a browser that follows a link.
   */
  apiClient: 'required' | 'optional'
}

/** A route with the rules of who may call it, and at which host. */
export interface Route<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Reply extends TSchema = TSchema,
>
  extends BaseRoute<Params, Query, Body, Reply>, AccessRules {}

type Declaration<
  P extends TObject,
  Q extends TObject,
  B extends TObject,
  R extends TSchema,
> = BaseDeclaration<P, Q, B, R> & Pick<AccessRules, 'can'> & Partial<AccessRules>

/** Declares a route: the one description that server, client, screens, tests and OpenAPI read. */
export function defineRoute<
  R extends TSchema,
  P extends TObject = NoFields,
  Q extends TObject = NoFields,
  B extends TObject = NoFields,
>(declared: Declaration<P, Q, B, R>): Route<P, Q, B, R> {
  return {
    scope: 'school',
    support: 'raised',
    whileClosing: false,
    apiClient: 'required',
    ...declared,
    ...completeRoute(declared),
  }
}

/** Refusals that any route may answer with, declared once for all. */
export const commonRefusals = {
  ...serverRefusals,
  ...declareRefusals({
    api_client_unknown: [401, 'Unknown API client.'],
    // Not 401: that means that no session is valid, and logs a browser out.
    api_client_required: [
      403,
      'Name your API client: send x-api-username and x-api-secret, or HTTP Basic authentication.',
    ],
    scope_missing: [403, 'This API client does not have the required scope.'],
    support_read_only: [403, 'This support visit is read-only. Turn on write access to make changes.'],
    support_forbidden: [403, 'Support cannot do this. Only the school can.'],
    school_closing: [403, 'This school is closing. You can no longer make changes.'],
  }),
}
