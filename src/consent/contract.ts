import { Type } from 'typebox'
import {
  StringEnum,
  Id,
  Instant,
  InstantText,
  Nullable,
  Optional,
  RichText,
  Text,
} from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  legal_documents_changed: [409, 'There is a new version. Read and accept it to continue.'],
  legal_draft_empty: [409, 'There is nothing to publish yet. Write the document first.'],
  legal_draft_conflict: [409, 'The draft was changed on another device. Reload it and try again.'],
  legal_draft_unchanged: [409, 'The draft is the same as the published version. Change it first.'],
})

export const legalDocumentKinds = ['terms', 'privacy'] as const
/** Purposes of mail and usage data; each needs a separate consent. */
export const consentPurposes = [
  'school_news',
  'course_offers',
  'surveys',
  /** Visits and usage events contain the person's id. */
  'usage_statistics',
  /** Error reports contain a code for the person, and may record the screen without texts. */
  'error_reports',
] as const

const base = '/consent/v1'
const Kind = StringEnum(...legalDocumentKinds)
const Purpose = StringEnum(...consentPurposes)
const Version = Type.Integer({ minimum: 0, maximum: 1_000_000 })
/** A page outside of the product. */
const Link = Text(500, { pattern: '^https://[^\\s/?#]+(?:[/?#]\\S*)?$' })
const AcceptanceSource = StringEnum('registration', 'invitation', 'oidc', 'magic_link', 'new_version_notice')

/** The texts that a person accepts: each once, with the version that was shown. */
export const AcceptedDocuments = Type.Array(Type.Object({ kind: Kind, version: Version }), { maxItems: 2 })

const TextInForce = Type.Object({
  kind: Kind,
  /** 0 if the school has no text and the platform's or the reseller's applies. */
  version: Type.Integer(),
  /** Address of the text. */
  url: Type.String(),
})

const TextBody = {
  kind: Kind,
  version: Type.Integer(),
  /** Rich text; empty if the school links to its own page. */
  body: Type.String(),
  url: Nullable(Type.String()),
  changes: Type.String(),
  published_at: Instant,
}

export const listLegalDocuments = defineRoute({
  name: 'listLegalDocuments',
  method: 'GET',
  path: `${base}/documents`,
  access: 'public',
  summary: 'List the legal documents that people must accept when they register',
  reply: [200, Type.Object({ data: Type.Array(TextInForce) })],
})

export const getLegalDocument = defineRoute({
  name: 'getLegalDocument',
  method: 'GET',
  path: `${base}/documents/:kind`,
  access: 'public',
  summary: 'Get a legal document of the school: the current version or an earlier one',
  params: Type.Object({ kind: Kind }),
  query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) }),
  reply: [
    200,
    Type.Object({
      ...TextBody,
      is_current: Type.Boolean(),
      /** The newest 100, newest first. */
      versions: Type.Array(Type.Object({ version: Type.Integer(), published_at: Instant })),
    }),
  ],
})

export const listLegalDrafts = defineRoute({
  name: 'listLegalDrafts',
  method: 'GET',
  path: `${base}/drafts`,
  access: 'admin',
  summary: 'List the drafts of the legal documents, with their published version',
  reply: [
    200,
    Type.Object({
      data: Type.Array(
        Type.Object({
          kind: Kind,
          body: Type.String(),
          url: Nullable(Type.String()),
          /** Null if there is no draft. */
          updated_at: Nullable(Instant),
          /** Null while the platform's or the reseller's text at `fallback_url` applies. */
          published: Nullable(
            Type.Object({
              version: Type.Integer(),
              body: Type.String(),
              url: Nullable(Type.String()),
              published_at: Instant,
            }),
          ),
          fallback_url: Nullable(Type.String()),
        }),
      ),
    }),
  ],
})

export const saveLegalDraft = defineRoute({
  name: 'saveLegalDraft',
  method: 'PUT',
  path: `${base}/drafts/:kind`,
  access: 'admin',
  support: 'never',
  summary: 'Save the draft of a legal document; only admins can see it',
  params: Type.Object({ kind: Kind }),
  body: Type.Object({ body: RichText({ maxLength: 200_000 }), url: Optional(Nullable(Link)) }),
  bodyLimitBytes: 640 * 1024,
  reply: [
    200,
    Type.Object({ kind: Kind, body: Type.String(), url: Nullable(Type.String()), updated_at: Instant }),
  ],
})

export const publishLegalDocument = defineRoute({
  name: 'publishLegalDocument',
  method: 'POST',
  path: `${base}/documents/:kind`,
  access: 'admin',
  support: 'never',
  summary: 'Publish a draft as the current version; a published version cannot be changed',
  idempotent: true,
  params: Type.Object({ kind: Kind }),
  body: Type.Object({
    /** Time of the draft as it was last read. */
    updated_at: InstantText,
    /** Whether everybody must accept again. */
    needs_acceptance: Type.Boolean(),
    /** Summary of changes, shown to people who accepted an earlier version. */
    changes: Optional(Text(2_000)),
  }),
  reply: [201, Type.Object({ kind: Kind, version: Type.Integer(), published_at: Instant })],
  refusals: ['legal_draft_empty', 'legal_draft_conflict', 'legal_draft_unchanged'],
})

const Acceptance = Type.Object({
  kind: Kind,
  version: Type.Integer(),
  /** Page of the platform or reseller, if the school had no text. */
  url: Nullable(Type.String()),
  source: AcceptanceSource,
  accepted_at: Instant,
})

export const getMyConsent = defineRoute({
  name: 'getMyConsent',
  method: 'GET',
  path: `${base}/mine`,
  access: 'user',
  summary: 'Get the current user’s accepted documents, documents to accept and consents',
  reply: [
    200,
    Type.Object({
      pending_documents: Type.Array(
        Type.Object({
          ...TextBody,
          /** Null for the page of the platform or reseller at `url`. */
          published_at: Nullable(Instant),
          /** 0 if no version was accepted. */
          accepted_version: Type.Integer(),
        }),
      ),
      accepted: Type.Array(Acceptance),
      consents: Type.Array(
        Type.Object({ purpose: Purpose, is_given: Type.Boolean(), changed_at: Nullable(Instant) }),
      ),
    }),
  ],
})

export const acceptLegalDocuments = defineRoute({
  name: 'acceptLegalDocuments',
  method: 'POST',
  path: `${base}/mine/acceptances`,
  access: 'user',
  support: 'never',
  summary: 'Accept the current version of one or both legal documents',
  body: Type.Object({ accepted_documents: AcceptedDocuments }),
  reply: [201, Type.Object({ pending_document_kinds: Type.Array(Kind) })],
  refusals: ['legal_documents_changed'],
})

export const setConsent = defineRoute({
  name: 'setConsent',
  method: 'PUT',
  path: `${base}/mine/consents/:purpose`,
  access: 'user',
  support: 'never',
  summary: 'Give or withdraw consent to one purpose',
  limits: [{ by: 'user', max: 120, seconds: 3600 }],
  params: Type.Object({ purpose: Purpose }),
  body: Type.Object({ is_given: Type.Boolean() }),
  reply: [200, Type.Object({ purpose: Purpose, is_given: Type.Boolean(), changed_at: Nullable(Instant) })],
})

export const getUserConsent = defineRoute({
  name: 'getUserConsent',
  method: 'GET',
  path: `${base}/people/:user_id`,
  access: 'staff',
  summary: 'Get a person’s acceptances and consents with their times; the newest 100 of each',
  params: Type.Object({ user_id: Id }),
  reply: [
    200,
    Type.Object({
      pending_document_kinds: Type.Array(Kind),
      accepted: Type.Array(Acceptance),
      consents: Type.Array(Type.Object({ purpose: Purpose, is_given: Type.Boolean(), changed_at: Instant })),
    }),
  ],
})

export const exportAcceptances = defineRoute({
  name: 'exportAcceptances',
  method: 'GET',
  path: `${base}/acceptances/file`,
  access: 'admin',
  summary: 'Export the newest 10,000 acceptances as CSV',
  reply: [200, Type.Object({ text: Type.String() })],
})
