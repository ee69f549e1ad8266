export { checkedUrl, type Resolve } from './checked-address.ts'
export { callOut, type OutboundAnswer, type OutboundRequest } from './call-out.ts'
export { OutboundError, outboundFailures, type OutboundFailure } from './outbound-error.ts'
