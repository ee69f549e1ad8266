import { Type } from 'typebox'
import { PlanName } from '#plans/contract.ts'
import { Id, Instant, PageOf, Nullable, Optional, PagingParams, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { basePath, Count, Reason } from '../shapes.ts'

const Listed = Type.Object({
  school_id: Id,
  school_url: Type.String(),
  url: Type.String(),
  name: Type.String(),
  country: Type.String(),
  plan_name: PlanName,
  is_flagged: Type.Boolean(),
  /** Whether find-school lists it. */
  is_listed: Type.Boolean(),
  created_at: Instant,
})

export const listSchools = defineRoute({
  name: 'consoleListSchools',
  method: 'GET',
  path: `${basePath}/schools`,
  scope: 'platform',
  access: 'privileged',
  summary: 'List schools, newest first; filter by name, address, plan or flag',
  query: Type.Object({
    search: Optional(Text(100)),
    plan_name: Optional(PlanName),
    flagged: Optional(Type.Boolean()),
    /** Schools created at a reseller’s root. */
    root_domain: Optional(Text(253, { minLength: 1 })),
    ...PagingParams,
  }),
  csv: 'schools',
  reply: [200, PageOf(Listed)],
})

const Owner = Type.Object({ id: Id, name: Type.String(), email: Type.String() })

const School = Type.Object({
  ...Listed.properties,
  allow_manual_student_approval: Type.Boolean(),
  reseller_root_domain: Nullable(Type.String()),
  custom_domain: Nullable(Type.String()),
  owners: Type.Array(Owner),
  /** Names of the feature flags that are on for the school. */
  flags: Type.Array(Type.String()),
  stats: Type.Object({
    students: Count,
    staff: Count,
    courses: Count,
    enrolments: Count,
    storage_bytes: Type.Integer(),
    last_visit_at: Nullable(Instant),
  }),
  /** Null if the plan has no limits. */
  limits: Nullable(Type.Object({ students: Type.Integer(), storage_bytes: Type.Integer() })),
})

export const getSchool = defineRoute({
  name: 'consoleGetSchool',
  method: 'GET',
  path: `${basePath}/schools/:school_id`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Get a school with its figures',
  transaction: 'own',
  params: Type.Object({ school_id: Id }),
  reply: [200, School],
})

export const changePlan = defineRoute({
  name: 'consoleChangePlan',
  method: 'PUT',
  path: `${basePath}/schools/:school_id/plan`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Change the plan of a school; recorded in the audit logs of school and platform',
  transaction: 'own',
  params: Type.Object({ school_id: Id }),
  body: Type.Object({
    plan_name: PlanName,
    /** Unchanged if absent. */
    allow_manual_student_approval: Optional(Type.Boolean()),
    reason: Reason,
  }),
  reply: [200, School],
})
