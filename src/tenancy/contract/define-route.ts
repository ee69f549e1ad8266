import type { TObject, TSchema } from 'typebox'
import { declareRefusals, serverRefusals } from '#platform/contract/refusal-codes.ts'
import {
  completeRoute,
  type BaseDeclaration,
  type BaseRoute,
  type NoFields,
} from '#platform/contract/route.ts'

/**
 * Who may call a route at all; policies of the domain decide about single objects. `platform`: a support account
 * at the root host; `privileged`: the one that may use the console.
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
  /** `school`: requires a school's host. `platform`: the root host. `any`: either. */
  scope: 'school' | 'platform' | 'any'
  access: RouteAccess
  /**
   * When a support visit may write by it: `raised` (with write access), `never`, or `always` for ending a visit
   * or requesting write access.
   */
  support: 'raised' | 'never' | 'always'
  /** Whether it may write while the school is closing: for login, logout and exports. */
  whileClosing: boolean
  /**
   * Whether a request must identify its API client. `optional` is for callers that cannot send our headers: a
   * payment provider's webhook, a browser that follows a link.
   */
  apiClient: 'required' | 'optional'
}

/** A route with its access rules and host scope. */
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
> = BaseDeclaration<P, Q, B, R> & Pick<AccessRules, 'access'> & Partial<AccessRules>

/** Declares a route: the description that server, client, screens, tests and OpenAPI read. */
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

/** Refusals that are possible on any route. */
export const commonRefusals = {
  ...serverRefusals,
  ...declareRefusals({
    api_client_unknown: [401, 'Unknown API client.'],
    // Not 401, which means an invalid session and logs a browser out.
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
