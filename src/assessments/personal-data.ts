import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    // Papers, answers, their log and marks are deleted with the attempt. The export has no marks: before their release
    // they would tell which answers are right. Students read released ones in their results.
    {
      table: 'attempts',
      personColumns: ['user_id'],
      without: ['seed', 'holder', 'late_holders', 'points', 'score', 'pending_count'],
      erasure: 'delete',
    },
    {
      table: 'attempt_answers',
      personColumns: ['user_id'],
      without: ['holder', 'seq'],
      erasure: 'delete',
    },
    {
      table: 'mark_steps',
      personColumns: ['user_id'],
      without: ['points', 'key_revision', 'comment', 'marked_by', 'rubric'],
      erasure: 'delete',
    },
    {
      table: 'regrade_rows',
      personColumns: ['user_id'],
      without: [
        'points_before',
        'points_after',
        'score_before',
        'score_after',
        'expected_step',
        'key_revision',
      ],
      erasure: 'delete',
    },
    { table: 'saved_comments', personColumns: ['user_id'], erasure: 'delete' },
    { table: 'assessment_exceptions', personColumns: ['user_id'], erasure: 'delete' },
    { table: 'accommodations', personColumns: ['user_id'], erasure: 'delete' },
  ],
  mentions: {
    'mark_steps.marked_by': 'Who marked the answer; the mark is about another person.',
    'regrades.created_by': 'Who regraded the question; it is about other people.',
    'rubrics.updated_by': 'Who changed the rubric last; it is the school’s.',
    'assessments.created_by': 'Who created the assessment; it is the school’s.',
    'assessments.updated_by': 'Who changed the assessment last.',
    'assessment_revisions.created_by': 'Who published the revision.',
    'assessment_exceptions.created_by': 'Who allowed the exception; it is about another person.',
    'accommodations.created_by': 'Who allowed the accommodation; it is about another person.',
  },
}
