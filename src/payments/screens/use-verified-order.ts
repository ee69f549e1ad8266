import { useEffect, useState } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { verifyMyOrder } from '../contract.ts'

/** Milliseconds before each further question to the provider, a minute in all. */
const pauses = [2_000, 2_000, 3_000, 3_000, 5_000, 5_000, 8_000, 10_000, 10_000, 12_000]

/** The order after asking the provider; asks again for a minute while the result is unknown. */
export function useVerifiedOrder(id: string) {
  const [questions, setQuestions] = useState(0)
  const query = useApiQuery(verifyMyOrder, { id })
  const { refetch } = query
  const order = query.data
  const isWaiting =
    order?.is_awaiting_provider === true &&
    (order.status === 'awaiting_payment' || order.status === 'partially_paid')
  const pause = pauses[questions]
  useEffect(() => {
    if (!isWaiting || pause === undefined) return
    const timer = setTimeout(() => {
      void refetch().then(() => setQuestions((count) => count + 1))
    }, pause)
    return () => clearTimeout(timer)
  }, [isWaiting, pause, questions, refetch])
  return {
    order,
    error: query.error,
    isPolling: isWaiting && pause !== undefined,
    isChecking: query.isFetching,
    check: () => void refetch(),
    pollAgain: () => setQuestions(0),
  }
}
