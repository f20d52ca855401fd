import { ACCOUNT_DATA } from "#app/features/account/account.personal.ts";
import { SECOND_FACTOR_DATA } from "#app/features/account/second-factor/factors.personal.ts";
import { ADMISSION_DATA } from "#app/features/admission/admission.personal.ts";
import { ANNOUNCEMENTS_DATA } from "#app/features/announcements/announcements.personal.ts";
import { ASSESSMENT_DATA } from "#app/features/assessment/assessment.personal.ts";
import { AUDIT_DATA } from "#app/features/audit/audit.personal.ts";
import { AUTHORING_DATA } from "#app/features/authoring/authoring.personal.ts";
import { CERTIFICATES_DATA } from "#app/features/certificates/certificates.personal.ts";
import { COMMUNITY_DATA } from "#app/features/community/community.personal.ts";
import { CONTACT_DATA } from "#app/features/contact/contact.personal.ts";
import { COURSES_DATA } from "#app/features/courses/courses.personal.ts";
import { EXAM_DATA } from "#app/features/exam/exam.personal.ts";
import { INVITATIONS_DATA } from "#app/features/invitations/invitations.personal.ts";
import { LODGES_DATA } from "#app/features/lodges/lodges.personal.ts";
import { MENTORING_DATA } from "#app/features/mentoring/mentoring.personal.ts";
import { NEWSLETTER_DATA } from "#app/features/newsletter/newsletter.personal.ts";
import { NOTES_DATA } from "#app/features/notes/notes.personal.ts";
import { OVERSIGHT_DATA } from "#app/features/oversight/oversight.personal.ts";
import { READING_GROUPS_DATA } from "#app/features/reading-groups/reading-groups.personal.ts";
import { REVIEW_DATA } from "#app/features/review/review.personal.ts";
import { SEARCH_DATA } from "#app/features/search/search.personal.ts";
import { STUDIES_DATA } from "#app/features/studies/studies.personal.ts";
import { WEEK_DATA } from "#app/features/week/week.personal.ts";
import { MAIL_DATA } from "#app/server/mail/mail.personal.ts";
import { NOTICES_DATA } from "#app/server/notify/notices.personal.ts";
import type { PersonalTable } from "#app/server/personal-data.ts";

/**
 * What the academy keeps of a member, as each feature says it in its `<noun>.personal.ts`: export.service.ts reads it in this order,
 * deletion.service.ts erases it in the opposite one. personal-data.test.ts compares it with the database's own catalogue: a table or
 * a column that is missing, or that says one thing and does another, fails the test.
 */
export const PERSONAL_DATA: PersonalTable[] = [
  ...ACCOUNT_DATA,
  ...SECOND_FACTOR_DATA,
  ...LODGES_DATA,
  ...OVERSIGHT_DATA,
  ...ADMISSION_DATA,
  ...INVITATIONS_DATA,
  ...ASSESSMENT_DATA,
  ...COURSES_DATA,
  ...STUDIES_DATA,
  ...WEEK_DATA,
  ...READING_GROUPS_DATA,
  ...NOTES_DATA,
  ...EXAM_DATA,
  ...REVIEW_DATA,
  ...CERTIFICATES_DATA,
  ...MENTORING_DATA,
  ...ANNOUNCEMENTS_DATA,
  ...AUTHORING_DATA,
  ...NEWSLETTER_DATA,
  ...COMMUNITY_DATA,
  ...CONTACT_DATA,
  ...NOTICES_DATA,
  ...MAIL_DATA,
  ...SEARCH_DATA,
  ...AUDIT_DATA,
];
