import {
  AccountAlreadyExists,
  addOwner,
  issueHandoff,
  mailFirstConfirmation,
  createVerifiedAccount,
  verifyAccount,
  type VerifiedAccount,
} from '#accounts/index.ts'
import { sendMail } from '#mail/index.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx, RequestContext } from '#tenancy/context/request-context.ts'
import { violatedUniqueConstraint } from '#platform/database/database.server.ts'
import { ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { translator } from '#platform/pages/translate.ts'
import { isCountry, isCurrency, isTimeZone } from '#lib/countries/countries.ts'
import { addressSkeleton } from './address.ts'
import { checkSchoolAddress } from './check-school-address.ts'
import type * as contract from '../contract.ts'
import { provisionSchool } from './provision-school.ts'
import { schoolProfile, schoolOrigin } from '../settings/school-profile.ts'
import { listRetiredAddresses, findSchoolRow } from '../queries.ts'

type NewSchoolInput = Input<typeof contract.createSchool>
type Answer = Reply<typeof contract.createSchool>

export async function createSchool(ctx: CtxWithoutTx, input: NewSchoolInput): Promise<Answer> {
  // A suspended reseller cannot create schools.
  if (!ctx.brand.allows_school_creation) throw new Refusal('forbidden')
  ensurePlaces(input)
  const school_url = await freeAddress(ctx, input)
  const school = { ...input, school_url, name: input.name.trim() }
  try {
    return await open(ctx, school)
  } catch (error) {
    // Another request created the account of the same new address: this one must use its password.
    if (error instanceof AccountAlreadyExists) return open(ctx, school)
    throw error
  }
}

async function open(ctx: CtxWithoutTx, school: NewSchoolInput): Promise<Answer> {
  const owner = await ownerFor(ctx, school.owner)
  const requestContext: RequestContext = {
    ...asSchool(ctx, { school_id: newId() }),
    locale: school.language,
  }
  try {
    return await runTransaction(requestContext, { onSchoolInvalidated: () => {} }, async (inner) => {
      const user = await writeSchool(inner, school, owner)
      const { id, name, email } = user
      // From here on the owner is the actor, so that the audit log begins with the founder.
      requestContext.actor = { ...inner.actor, id, name, email, role: 'account_user', account_id: owner.id }
      return handOver(inner, user, owner.id)
    })
  } catch (error) {
    const broken = violatedUniqueConstraint(error)
    if (broken === 'school_directory_look_alike') throw await refusedAddress(ctx, school, 'address_lookalike')
    // Unique constraints decide between concurrent requests for one address.
    if (broken?.startsWith('school_')) throw await refusedAddress(ctx, school, 'address_taken')
    throw error
  }
}

/** The logged-in account, the account whose password was given, or a new one. */
async function ownerFor(ctx: CtxWithoutTx, given: NewSchoolInput['owner']): Promise<VerifiedAccount> {
  if (given) {
    const account = await verifyAccount(ctx, { ...given, field: 'owner.password' })
    if (!account) throw new Refusal('account_password_invalid')
    return account
  }
  const { account_id, email, name } = ctx.actor
  if (!account_id) throw new Refusal('unauthenticated')
  return { id: account_id, email, name }
}

async function writeSchool(ctx: Ctx, { owner: _secret, ...school }: NewSchoolInput, owner: VerifiedAccount) {
  await createVerifiedAccount(ctx, owner, school.country)
  await provisionSchool(ctx, school)
  // Checked after the address is claimed: an erased school keeps its address for a while.
  const look = addressSkeleton(school.school_url)
  const retired = await listRetiredAddresses(ctx.tx, [{ address: school.school_url, look }], {
    account_id: owner.id,
  })
  if (retired.length > 0) throw new Refusal('address_taken')
  return addOwner(ctx, owner.id)
}

async function handOver(ctx: Ctx, user: Welcome['user'], account_id: string): Promise<Answer> {
  const row = ensureFound(await findSchoolRow(ctx))
  const { name, school_url } = row
  const url = schoolOrigin(ctx.config, row)
  await ctx.audit('school.created', ['school', ctx.school_id], { name, school_url })
  await welcome(ctx, { url, name, user })
  await mailFirstConfirmation(ctx, { ...user, account_id }, { name, url })
  const { code } = await issueHandoff(ctx, user.id)
  // A new school has no students.
  return { school: { ...schoolProfile(ctx.config, row), student_count: null }, url, handoff: code }
}

interface Welcome {
  url: string
  name: string
  user: { id: string; email: string; name: string }
}

async function welcome(ctx: Ctx, { url, name, user }: Welcome) {
  const t = translator(ctx.locale)
  await sendMail(ctx, {
    to: user.email,
    user_id: user.id,
    kind: 'school_created',
    mail: {
      subject: t('schools:welcome.subject', { school: name }),
      heading: t('schools:welcome.heading', { name: user.name }),
      paragraphs: [t('schools:welcome.ready', { school: name, url }), t('schools:welcome.next')],
      button: { label: t('schools:welcome.button'), url: `${url}/manage` },
    },
  })
}

function ensurePlaces({ currency_code, country, time_zone }: NewSchoolInput) {
  if (!isCurrency(currency_code))
    refuseInvalidField('currency_code', 'currency_unknown', 'Use a valid currency code.')
  if (!isCountry(country)) refuseInvalidField('country', 'country_unknown', 'Use a valid country code.')
  if (!isTimeZone(time_zone)) refuseInvalidField('time_zone', 'time_zone_unknown', 'Use a valid time zone.')
}

/** The stored form of the address. Checked before a password is hashed; the constraint decides later. */
async function freeAddress(ctx: CtxWithoutTx, input: NewSchoolInput): Promise<string> {
  const { school_url, is_available, reason, suggestions } = await checkSchoolAddress(
    { tx: ctx.db, actor: ctx.actor },
    input,
  )
  if (is_available) return school_url
  if (reason === 'invalid_format' || reason === 'too_short' || reason === 'too_long') {
    const error = { path: 'school_url', code: reason, message: formats[reason] }
    throw new Refusal('invalid_input', { errors: [error], extra: { suggestions } })
  }
  throw new Refusal(reason ?? 'address_taken', { extra: { suggestions } })
}

const formats = {
  invalid_format: 'Use letters from a to z, digits, and single hyphens between them.',
  too_short: 'An address has at least 3 characters.',
  too_long: 'An address has at most 40 characters.',
}

async function refusedAddress(ctx: CtxWithoutTx, input: NewSchoolInput, code: string) {
  const { suggestions } = await checkSchoolAddress({ tx: ctx.db }, input)
  return new Refusal(code, { extra: { suggestions } })
}
