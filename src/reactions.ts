import { facultyLookup, personErasureDue, storeAcceptedTexts, storeConsent } from '#accounts/index.ts'
import {
  assessmentsOfContents,
  copyAssessments,
  detachFromContents,
  resultChanged,
  usesOfQuestion,
} from '#assessments/index.ts'
import { isCertificateFile, scheduleRules } from '#certificates/index.ts'
import { leaveCategory } from '#categories/index.ts'
import { consentChanged, legalTextsAccepted } from '#consent/index.ts'
import {
  contentAssessments,
  contentsCopied,
  contentsDeleted,
  courseContentsChanged,
  courseCreated,
  deleteImageIfUnused,
  updateDepartmentOfCourses,
  courseUpdated,
  facultyCourses,
  otherFileUses,
  takeOutOfCategory,
} from '#courses/index.ts'
import { courseAssignments, departmentUpdated, accountsFacultyLookup } from '#faculties/index.ts'
import { scheduleOpeningNotice } from '#opening-subscriptions/index.ts'
import {
  courseCompleted,
  paidEnrolmentChanged,
  recordAssessmentResult,
  scheduleCourseEndJob,
} from '#learning/index.ts'
import {
  affiliatePaid,
  bankDirectory,
  commissionsLost,
  handleDispute,
  recordCommissions,
  restoreCommissions,
  reverseCommissions,
} from '#affiliates/index.ts'
import { buyerHistory } from '#coupons/index.ts'
import { recordGradeResult } from '#gradebook/index.ts'
import { cancelCreditNote, issueCreditNote, issueInvoice } from '#invoices/index.ts'
import { handlePlanEvent } from '#school-billing/index.ts'
import {
  cardChanged,
  cardUse,
  commissionsEarned,
  commissionsRestored,
  commissionsReversed,
  disputeChanged,
  flagDeclinedBuyer,
  hasPaid,
  notifyStaffOfDispute,
  orderPaid,
  orderRefunded,
  orderRefundFailed,
  planBought,
  planPaymentRefunded,
  planPeriodPaid,
  planRefundFailed,
  postAffiliatePayout,
  postLostCommission,
  providerBanks,
  schoolPlanEvents,
  transferReviewChanged,
} from '#payments/index.ts'
import { planSales } from '#payment-plans/index.ts'
import { enqueueErasePerson, personalDataSlot } from '#data-privacy/index.ts'
import { scheduleIndexing } from '#content-chunks/index.ts'
import {
  chargeAfterCardChange,
  isCardNeeded,
  planSalesOfSubscriptions,
  recordPaymentDispute,
  recordPaymentRefund,
  recordPeriodPayment,
  recordTransferReview,
  restoreRefundedPayment,
  startSubscription,
} from '#subscriptions/index.ts'
import { isQuestionFile, questionKeyCorrected, questionUses } from '#questions/index.ts'
import { fileCompleted } from '#uploads/index.ts'
import { createReactions, fillSlot, onEvent } from '#tenancy/context/domain-events.ts'
import { personalData } from './personal-data.ts'

/** Handlers of events, and values of slots, of all domains. */
export const reactions = createReactions([
  onEvent(consentChanged, storeConsent),
  onEvent(legalTextsAccepted, storeAcceptedTexts),
  onEvent(courseCreated, (ctx, { course }) => scheduleCourseEndJob(ctx, course)),
  onEvent(courseUpdated, (ctx, { course }) => scheduleCourseEndJob(ctx, course)),
  onEvent(courseUpdated, (ctx, { before, course }) =>
    scheduleOpeningNotice(ctx, before, { ...course, course_is_public: course.course_isPublic }),
  ),
  onEvent(courseContentsChanged, (ctx, { course_id }) => scheduleIndexing(ctx, course_id)),
  onEvent(paidEnrolmentChanged, flagDeclinedBuyer),
  onEvent(commissionsEarned, recordCommissions),
  onEvent(commissionsReversed, reverseCommissions),
  onEvent(commissionsRestored, restoreCommissions),
  onEvent(orderPaid, issueInvoice),
  onEvent(orderRefunded, issueCreditNote),
  onEvent(orderRefundFailed, cancelCreditNote),
  onEvent(affiliatePaid, postAffiliatePayout),
  onEvent(disputeChanged, handleDispute),
  onEvent(disputeChanged, recordPaymentDispute),
  onEvent(commissionsLost, postLostCommission),
  fillSlot(bankDirectory, providerBanks),
  onEvent(disputeChanged, notifyStaffOfDispute),
  onEvent(fileCompleted, deleteImageIfUnused),
  onEvent(departmentUpdated, (ctx, { department_id, ...department }) =>
    updateDepartmentOfCourses(ctx, department_id, department),
  ),
  onEvent(personErasureDue, (ctx, { user_id }) => enqueueErasePerson(ctx, user_id)),
  fillSlot(schoolPlanEvents, handlePlanEvent),
  onEvent(planBought, startSubscription),
  onEvent(planPeriodPaid, recordPeriodPayment),
  onEvent(planPaymentRefunded, recordPaymentRefund),
  onEvent(planRefundFailed, restoreRefundedPayment),
  onEvent(cardChanged, chargeAfterCardChange),
  onEvent(transferReviewChanged, recordTransferReview),
  fillSlot(cardUse, isCardNeeded),
  fillSlot(buyerHistory, hasPaid),
  fillSlot(facultyLookup, accountsFacultyLookup),
  fillSlot(courseAssignments, facultyCourses),
  fillSlot(leaveCategory, takeOutOfCategory),
  fillSlot(planSales, planSalesOfSubscriptions),
  fillSlot(personalDataSlot, personalData),
  fillSlot(
    otherFileUses,
    async (ctx, upload_id) =>
      (await isQuestionFile(ctx, upload_id)) || (await isCertificateFile(ctx, upload_id)),
  ),
  fillSlot(questionUses, usesOfQuestion),
  onEvent(contentsDeleted, (ctx, { content_ids }) => detachFromContents(ctx, content_ids)),
  onEvent(contentsCopied, (ctx, { copies }) => copyAssessments(ctx, copies)),
  fillSlot(contentAssessments, assessmentsOfContents),
  onEvent(resultChanged, recordAssessmentResult),
  onEvent(resultChanged, recordGradeResult),
  // After the result is stored: a rule reads it.
  onEvent(resultChanged, async (ctx, { course_id, content_id, student_id, score }) => {
    if (score !== null && content_id !== null)
      await scheduleRules(ctx, { course_id, student_ids: [student_id] }, content_id)
  }),
  onEvent(courseCompleted, (ctx, completed) => scheduleRules(ctx, completed)),
  // Staff start a regrade themselves.
  onEvent(questionKeyCorrected, async () => {}),
])
