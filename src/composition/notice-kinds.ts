import { ACCOUNT_NOTICES, ADDRESS_NOTICES } from "#app/features/account/account.notices.ts";
import { SECOND_FACTOR_NOTICES } from "#app/features/account/second-factor/factors.notices.ts";
import { DEGREE_NOTICES } from "#app/features/admin/degrees.notices.ts";
import { ADMISSION_NOTICES } from "#app/features/admission/admission.notices.ts";
import { ANNOUNCEMENT_NOTICES } from "#app/features/announcements/announcements.notices.ts";
import { AUTHORING_NOTICES } from "#app/features/authoring/authoring.notices.ts";
import { CERTIFICATE_NOTICES } from "#app/features/certificates/certificates.notices.ts";
import { COMMUNITY_NOTICES } from "#app/features/community/community.notices.ts";
import { DIGEST_NOTICES } from "#app/features/community/digest/digest.notices.ts";
import { MODERATION_NOTICES } from "#app/features/community/moderation/moderation.notices.ts";
import { CONTACT_NOTICES } from "#app/features/contact/contact.notices.ts";
import { EXAM_NOTICES } from "#app/features/exam/exam.notices.ts";
import { INVITATION_NOTICES, INVITED_NOTICES } from "#app/features/invitations/invitations.notices.ts";
import { LODGE_NOTICES } from "#app/features/lodges/lodges.notices.ts";
import { MENTORING_NOTICES } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.notices.ts";
import { NEWSLETTER_NOTICES } from "#app/features/newsletter/newsletter.notices.ts";
import { OVERSIGHT_NOTICES } from "#app/features/oversight/oversight.notices.ts";
import { READING_GROUP_NOTICES } from "#app/features/reading-groups/reading-groups.notices.ts";
import { REVIEW_NOTICES } from "#app/features/review/review.notices.ts";
import { SETTINGS_NOTICES } from "#app/features/settings/settings.notices.ts";
import { WEEK_NOTICES } from "#app/features/week/week.notices.ts";
import { BACKUP_NOTICES } from "#app/server/backup/backup.notices.ts";
import type { Notice } from "#app/server/notify/notice.ts";

/** Every kind of notice that the academy sends by itself. */
const KINDS = {
  ...ACCOUNT_NOTICES,
  ...ADDRESS_NOTICES,
  ...SECOND_FACTOR_NOTICES,
  ...DEGREE_NOTICES,
  ...ADMISSION_NOTICES,
  ...SETTINGS_NOTICES,
  ...LODGE_NOTICES,
  ...OVERSIGHT_NOTICES,
  ...EXAM_NOTICES,
  ...AUTHORING_NOTICES,
  ...CERTIFICATE_NOTICES,
  ...REVIEW_NOTICES,
  ...WEEK_NOTICES,
  ...READING_GROUP_NOTICES,
  ...MENTORING_NOTICES,
  ...MODERATION_NOTICES,
  ...DIGEST_NOTICES,
  ...ANNOUNCEMENT_NOTICES,
  ...COMMUNITY_NOTICES,
  ...CONTACT_NOTICES,
  ...INVITATION_NOTICES,
  ...INVITED_NOTICES,
  ...NEWSLETTER_NOTICES,
  ...BACKUP_NOTICES,
};

export type Kind = keyof typeof KINDS;

/** What each kind is given. */
export type Facts = { [Of in Kind]: (typeof KINDS)[Of] extends Notice<infer Given, infer _> ? Given : never };

/**
 * A member by their id, and by whose act they are told, if it is another member's; an address where the kind is for those who may have no
 * account.
 */
export type RecipientOf<Of extends Kind> = (typeof KINDS)[Of]["to"] extends "member"
  ? { memberId: string; from?: string | undefined }
  : { address: string };

/** The registry as the compiler can look it up: a kind together with its own facts. */
export const NOTICES: { [Of in Kind]: Notice<Facts[Of], "member" | "address"> } = KINDS;
