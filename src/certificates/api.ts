import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { previewSchoolCertificate } from './drawing/preview-certificate.ts'
import { assignCertificates, createStudentCertificate } from './issuing/create-certificate.ts'
import { correctCertificate, revokeCertificate } from './issuing/end-certificate.ts'
import {
  listCertificates,
  listStudentCertificates,
  setCertificatePrivacy,
} from './reading/list-certificates.ts'
import { decideCertificateRequest } from './requests/decide-request.ts'
import {
  listCertificateRequests,
  listMyCertificateRequests,
  requestCertificate,
} from './requests/request-certificate.ts'
import {
  createCertificateRule,
  deleteCertificateRule,
  listCertificateRules,
  previewCertificateRule,
} from './rules/change-rules.ts'
import {
  createSchoolCertificate,
  deleteSchoolCertificate,
  updateSchoolCertificate,
} from './templates/change-templates.ts'
import { getSchoolCertificate, listSchoolCertificates } from './templates/list-templates.ts'
import { getCertificate } from './verification/get-certificate.ts'

export const api = [
  defineEndpoint(contract.createSchoolCertificate, createSchoolCertificate),
  defineEndpoint(contract.updateSchoolCertificate, updateSchoolCertificate),
  defineEndpoint(contract.getSchoolCertificate, getSchoolCertificate),
  defineEndpoint(contract.deleteSchoolCertificate, deleteSchoolCertificate),
  defineEndpoint(contract.listSchoolCertificates, listSchoolCertificates, {
    csv: ['name', 'course_name', 'version', 'updated_at'],
  }),
  defineEndpointWithoutTx(contract.previewSchoolCertificate, previewSchoolCertificate),
  defineEndpoint(contract.listCertificateRules, listCertificateRules, {
    csv: ['course_name', 'content_title', 'min_score', 'created_at'],
  }),
  defineEndpoint(contract.createCertificateRule, createCertificateRule),
  defineEndpoint(contract.previewCertificateRule, previewCertificateRule),
  defineEndpoint(contract.deleteCertificateRule, deleteCertificateRule),
  defineEndpoint(contract.createStudentCertificate, createStudentCertificate),
  defineEndpoint(contract.assignCertificates, assignCertificates),
  defineEndpoint(contract.correctCertificate, correctCertificate),
  defineEndpoint(contract.revokeCertificate, revokeCertificate),
  defineEndpoint(contract.listStudentCertificates, listStudentCertificates),
  defineEndpoint(contract.listCertificates, listCertificates, {
    csv: ['student_name', 'course_name', 'state', 'issued_at', 'expires_at', 'verify_url'],
  }),
  defineEndpointWithoutTx(contract.getCertificate, getCertificate),
  defineEndpoint(contract.setCertificatePrivacy, setCertificatePrivacy),
  defineEndpoint(contract.requestCertificate, requestCertificate),
  defineEndpoint(contract.listCertificateRequests, listCertificateRequests, {
    csv: ['student_name', 'course_name', 'message', 'created_at'],
  }),
  defineEndpoint(contract.listMyCertificateRequests, listMyCertificateRequests),
  defineEndpoint(contract.decideCertificateRequest, decideCertificateRequest),
]
