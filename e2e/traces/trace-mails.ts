import { mailEmailConfirmation } from '#accounts/email-addresses/email-confirmation.ts'
import { mailInvitation } from '#accounts/invitations/invite.ts'
import { mailEmailVerified } from '#accounts/email-addresses/mail-email-verified.ts'
import { mailAccountErasure } from '#accounts/erasure/mail-account-erasure.ts'
import { mailTeacherAccepted } from '#accounts/people/mail-teacher-accepted.ts'
import { mailFactorChanged } from '#accounts/second-factor/mail-factor-changed.ts'
import { mailMagicLink } from '#accounts/magic-links/mail-magic-link.ts'
import { mailPasswordChanged } from '#accounts/passwords/mail-password-changed.ts'
import { mailVerificationLink } from '#accounts/verification/mail-verification-link.ts'
import { sendRegistrationLink } from '#accounts/registration/mail-registration-link.ts'
import { mailPasswordReset } from '#accounts/passwords/mail-password-reset.ts'
import { mailIdentityLinked } from '#accounts/oidc/mail-identity-linked.ts'
import { notifyAdminsOfRegistration } from '#accounts/registration/notify-admins-of-registration.ts'
import {
  mailSchoolErased,
  mailClosingUpdate as tellOfClosing,
  type ClosingMailKind,
} from '#school-closure/mails.ts'
import { notifyDomainChange } from '#custom-domains/notify-domain-change.ts'
import { jobs as interestJobs } from '#opening-subscriptions/jobs.ts'
import { notifyStaffOfRequests } from '#learning/enrolments/notify-staff-of-requests.ts'
import { getStudent } from '#learning/index.ts'
import { notifyStudent } from '#learning/enrolments/notify-student.ts'
import { getCourseRules } from '#learning/queries.ts'
import type { EnrolmentCause } from '#learning/shapes.ts'
import type { MailKind } from '#mail/index.ts'
import { mailErasureScheduled, mailExportReady } from '#data-privacy/mails.ts'
import { mailOffer, mailFormerOwner, mailOwners } from '#ownership/mails.ts'
import { notifyStaffOfDispute } from '#payments/index.ts'
import { mailTransferStarted } from '#payments/settlement/mail-transfer.ts'
import { insertOrder } from '#payments/orders/insert-order.ts'
import { sendReceipt } from '#payments/orders/send-receipt.ts'
import { mailDueSeats } from '#payments/seats/mail-seats.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import { mailStudent } from '#student-contact/student-messages.ts'
import { monthly } from '#testing/builders/plans/plan-builder.ts'
import { mailTransferDue } from '#subscriptions/transfers/mail-transfers.ts'
import { mailTrial } from '#subscriptions/trials/mail-trials.ts'
import { mailCardExpires, mailEnded, mailFailedPayment, mailSuspended } from '#subscriptions/mails.ts'
import { requestMySchoolsEmail } from '#schools/contract.ts'
import type { TraceFixture } from './trace-fixture.ts'
import { writeCertificateMail } from './write-certificate-mail.ts'

type Write = (ctx: Ctx, world: TraceFixture) => Promise<unknown>

const rowOf = ({ tx, school_id }: Ctx, id: string) =>
  tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()

/** Notification of a student about a change of an enrolment. */
const news =
  (cause: EnrolmentCause, [before, after]: [tier: number, tier: number] = [0, 0]): Write =>
  async (ctx, { course, people }) => {
    const student = await rowOf(ctx, people.student.id)
    const enrolment = (tier: number) => ({
      status: 'approved' as const,
      tier,
      student_approval_end_date: new Date(Date.now() + 86_400_000),
      approved_at: new Date(),
    })
    const change = {
      student: { ...student, user_code: null, has_come: true },
      before: enrolment(before),
      after: enrolment(after),
      cause,
    }
    await notifyStudent(ctx, await getCourseRules(ctx, course.id), [change as never])
  }

const writeStaffMessage: (ctx: Ctx, student_id: string) => Promise<unknown> = async (ctx, student_id) =>
  mailStudent(ctx, await getStudent(ctx, student_id), { subject: 'A question', message: 'Can I help?' })

const factor =
  (what: 'enabled' | 'disabled' | 'reset'): Write =>
  (ctx, { people }) =>
    mailFactorChanged(ctx, people.student, what)

const owners =
  (news: Parameters<typeof mailOwners>[1]): Write =>
  (ctx) =>
    mailOwners(ctx, news, { to: 'Sarah', owner: 'Sarah' })

const closing =
  (stage: ClosingMailKind): Write =>
  (ctx) =>
    tellOfClosing(ctx, stage, { erase_at: new Date() })

const person = { id: newId(), email: 'gone@people.test', name: 'Sarah' }

async function writeOpeningNotice(ctx: Ctx, { course }: TraceFixture) {
  await ctx.tx
    .insertInto('opening_subscriptions')
    .values({
      school_id: ctx.school_id,
      id: newId(),
      course_id: course.id,
      email: 'one@people.test',
      language: 'en',
    })
    .execute()
  await interestJobs[0]!.run(ctx as never, { course_id: course.id } as never)
}

async function writeStaffNotification(ctx: Ctx, { course, people }: TraceFixture) {
  const { tx, school_id, now } = ctx
  const request = { school_id, course_id: course.id, user_id: people.applicant.id, status: 'pending' }
  await tx.insertInto('enrolments').values(request).execute()
  await tx
    .insertInto('enrolment_events')
    .values({ ...request, id: newId(), cause: 'asked', created_at: now })
    .execute()
  await notifyStaffOfRequests(ctx, new Date(now.getTime() + 1))
}

const writeReceipt: Write = (ctx, { course, people }) =>
  sendReceipt(
    ctx,
    { id: newId(), buyer_id: people.student.id, total: 5_000, currency: 'NGN', tax_terms: null },
    [
      {
        kind: 'course',
        course_id: course.id,
        title: course.course_name,
        quantity: 1,
        gross: 5_000,
        discount: 0,
        tax: 0,
        included_tax: 0,
        withheld: 0,
      },
    ],
  )

/** A gift, or an invitation to one of three seats. */
const writeSeatMail =
  (purpose: 'gift' | 'seats'): Write =>
  async (ctx, { course, people }) => {
    const { tx, school_id, now } = ctx
    const quantity = purpose === 'gift' ? 1 : 3
    const sold = { kind: 'course', course_id: course.id, title: course.course_name } as const
    const line = { ...sold, purpose, quantity, gross: 5_000, discount: 0 }
    const order = await insertOrder(ctx, { buyer_id: people.student.id, currency: 'NGN', lines: [line] })
    const { id: line_id } = await tx
      .selectFrom('order_lines')
      .where('school_id', '=', school_id)
      .where('order_id', '=', order.id)
      .select('id')
      .executeTakeFirstOrThrow()
    const seat = { id: newId(), state: 'invited', email: 'new@people.test', mail_due_at: now }
    await tx
      .insertInto('seats')
      .values({ school_id, line_id, order_id: order.id, ...seat })
      .execute()
    await mailDueSeats(ctx)
  }

const writeTransfer: Write = async (ctx, { people }) => {
  const line = { kind: 'card_check', title: 'Sailing', gross: 5_000, discount: 0 } as const
  const order = await insertOrder(ctx, { buyer_id: people.student.id, currency: 'NGN', lines: [line] })
  await mailTransferStarted(ctx, { order, accounts: [], expires_at: new Date() })
}

const writeDispute: Write = (ctx) =>
  notifyStaffOfDispute(ctx, {
    dispute_id: newId(),
    order_id: newId(),
    state: 'open',
    amount: 5_000,
    currency: 'NGN',
    due_at: new Date(),
    lines: [],
  })

const planOf = ({ student }: TraceFixture['people']) => ({
  user_id: student.id,
  title: 'Sailing in three payments',
  currency: 'NGN',
})

const trialOf = (people: TraceFixture['people']) => ({
  ...planOf(people),
  terms: monthly([]),
  credit: 0,
  period_end: new Date(),
  card_id: null,
})

/** How each kind of mail is produced; a kind without an entry does not compile. */
export const mailSenders: Record<MailKind, Write> = {
  account_erasure_scheduled: (ctx, { owner }) =>
    mailAccountErasure(ctx, { ...person, email: owner.email }, new Date()),
  approval_to_course: news('approved'),
  certificate_issued: writeCertificateMail,
  gift: writeSeatMail('gift'),
  seat_invitation: writeSeatMail('seats'),
  closing_archive: closing('archive'),
  closing_started: closing('started'),
  closing_one_day_left: closing('one_day_left'),
  school_erased: (ctx) => mailSchoolErased(ctx, [person], 'Nakasero Trades'),
  closing_cancelled: closing('cancelled'),
  closing_one_week_left: closing('one_week_left'),
  confirm_email: async (ctx, { people }) =>
    mailEmailConfirmation(
      ctx,
      { ...people.admin, account_id: null },
      { name: 'Nakasero Trades', url: 'https://nakasero.example' },
    ),
  decline_of_request: news('declined'),
  deletion_from_course: news('removed'),
  domain_active: (ctx) => notifyDomainChange(ctx, 'learn.kampala.example', 'active'),
  domain_failed: (ctx) => notifyDomainChange(ctx, 'learn.kampala.example', 'failed'),
  email_verified: (ctx, { owner }) => mailEmailVerified(ctx, { ...person, email: owner.email }),
  end_of_access_to_course: news('access_ended'),
  higher_tier_in_course: news('tier_changed', [0, 2]),
  invitation: (ctx) =>
    mailInvitation(ctx, { email: 'new@people.test', name: 'New One', role: 'teacher', token: 'token' }),
  join_requests: writeStaffNotification,
  lower_tier_in_course: news('tier_changed', [2, 0]),
  magic_link: (ctx, { people }) =>
    mailMagicLink(ctx, {
      user_code: people.student.email,
      kind: 'student',
      locale: 'fr',
      redirect: '/notes',
    }),
  registration_link: (ctx) =>
    sendRegistrationLink(ctx, {
      email: 'new@people.test',
      name: 'New One',
      locale: 'fr',
      redirect: '/notes',
      token: 'token',
    }),
  erasure_scheduled: async (ctx, { people }) =>
    mailErasureScheduled(ctx, await rowOf(ctx, people.student.id), new Date()),
  data_export_ready: (ctx, { people }) => mailExportReady(ctx, people.student.id, true),
  user_data_export_ready: (ctx, { people }) => mailExportReady(ctx, people.admin.id, false),
  my_schools: (_ctx, { visitor, root, owner }) =>
    visitor(root).api(requestMySchoolsEmail, { email: owner.email }),
  opening_of_course: writeOpeningNotice,
  ownership_transferred: owners('transferred'),
  ownership_transfer_offered: owners('transfer_offered'),
  ownership_transfer_withdrawn: owners('transfer_withdrawn'),
  ownership_offer: (ctx) =>
    mailOffer(ctx, {
      kind: 'handover',
      to_email: 'new@people.test',
      token: 'token',
      schools: ['Nakasero Trades'],
    }),
  ownership_owner_added: owners('owner_added'),
  ownership_ended: async (ctx, { people }) =>
    mailFormerOwner(ctx, await rowOf(ctx, people.teacher.id), { to: 'Sarah' }),
  ownership_owner_removed: owners('owner_removed'),
  bank_transfer: writeTransfer,
  payment_dispute: writeDispute,
  card_expires: (ctx, { people }) => mailCardExpires(ctx, planOf(people), '4242'),
  payment_receipt: writeReceipt,
  plan_ended: (ctx, { people }) => mailEnded(ctx, planOf(people), 'canceled'),
  plan_payment_failed: (ctx, { people }) =>
    mailFailedPayment(ctx, planOf(people), { total: 5_000, due_at: ctx.now, next_try_at: null }),
  plan_suspended: (ctx, { people }) => mailSuspended(ctx, planOf(people)),
  plan_transfer_due: (ctx, { people }) =>
    mailTransferDue(ctx, planOf(people), {
      key: 'transferDue',
      order_id: newId(),
      total: 5_000,
      due_at: ctx.now,
    }),
  plan_trial_ends: (ctx, { people }) => mailTrial(ctx, trialOf(people), 'trialEnds'),
  plan_trial_started: (ctx, { people }) => mailTrial(ctx, trialOf(people), 'trialStarted'),
  password_changed: (ctx, { people }) => mailPasswordChanged(ctx, people.student),
  reauthentication_link: (ctx, { people }) =>
    mailVerificationLink(
      { ...ctx, actor: { ...ctx.actor, ...people.student, account_id: null } as never },
      'data_privacy',
    ),
  registration_accepted: async (ctx, { people }) =>
    mailTeacherAccepted(ctx, await rowOf(ctx, people.teacher.id)),
  reset_password: (ctx, { people }) =>
    mailPasswordReset(ctx, { user_code: people.student.email, kind: 'student', locale: 'en' }),
  // Written when the school was created.
  school_created: async () => {},
  second_factor_disabled: factor('disabled'),
  second_factor_enabled: factor('enabled'),
  second_factor_reset: factor('reset'),
  oidc_linked: async (ctx, { people }) =>
    mailIdentityLinked(ctx, await rowOf(ctx, people.student.id), 'https://accounts.issuer.example'),
  staff_message: (ctx, { people }) => writeStaffMessage(ctx, people.student.id),
  teacher_awaiting_acceptance: async (ctx, { people }) =>
    notifyAdminsOfRegistration(ctx, await rowOf(ctx, people.teacher.id)),
  unapproval_to_course: news('unapproved'),
}
