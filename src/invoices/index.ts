export { cancelCreditNote, issueCreditNote, issueInvoice } from './issue-document.ts'
export { personalData } from './personal-data.ts'
