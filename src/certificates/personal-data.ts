import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { eraseCertificates } from './erase-certificates.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'certificates',
      personColumns: ['student_id'],
      without: ['pdf_key', 'image_key', 'issue_key'],
      erasure: { verb: eraseCertificates },
    },
    { table: 'certificate_requests', personColumns: ['student_id'], erasure: 'delete' },
  ],
  mentions: {
    'certificate_templates.created_by': 'Who created the template; it is the school’s.',
    'certificate_template_versions.created_by': 'Who changed the template; it is the school’s.',
    'certificate_rules.created_by': 'Who created the rule; it is the school’s.',
    'certificates.issued_by': 'Staff who issued the certificate; it is the student’s.',
    'certificates.ended_by': 'Staff who revoked or corrected the certificate.',
    'certificates.replaces_id': 'An earlier certificate of the same student.',
    'certificates.replaced_by_id': 'The corrected certificate of the same student.',
    'certificate_requests.certificate_id': 'The certificate of the same student.',
    'certificate_requests.decided_by': 'Staff who decided the request of a student.',
  },
}
