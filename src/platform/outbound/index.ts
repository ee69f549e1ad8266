export { validateOutboundUrl, type ResolveHost } from './checked-address.ts'
export { sendOutbound, type OutboundResponse, type OutboundRequest } from './call-out.ts'
export { OutboundError, outboundFailures, type OutboundFailure } from './outbound-error.ts'
