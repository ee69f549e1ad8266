import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Asks the provider about an attempt, and again later while it may still be paid. */
export const verifyAttemptJob: JobHandle<{ attempt_id: string }> = { name: 'verifyPaymentAttempt' }

/** Handles a stored webhook of a provider. */
export const handlePaymentEventJob: JobHandle<{ event_id: string }> = { name: 'handlePaymentEvent' }

/** Asks the provider about an open dispute. */
export const checkDisputeJob: JobHandle<{ dispute_id: string }> = { name: 'checkDispute' }

/** Sends a requested refund to the provider, and asks about a pending one. */
export const processRefundJob: JobHandle<{ refund_id: string }> = { name: 'processRefund' }

/** Removes a card at its provider that its owner deleted. */
export const removeCardJob: JobHandle<{ card_id: string }> = { name: 'removeCard' }

/** Asks the provider whether a card was saved. */
export const verifyCardSetupJob: JobHandle<{ setup_id: string }> = { name: 'verifyCardSetup' }

/** Begins a free trial whose card was saved, or cancels its order. */
export const startCardTrialJob: JobHandle<{ order_id: string }> = { name: 'startCardTrial' }

/** Mails gifts and invitations to seats that are due. */
export const mailSeatsJob: JobHandle<Record<string, never>> = { name: 'mailSeats' }
