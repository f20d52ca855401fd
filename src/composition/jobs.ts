import { recoverPassword } from "#app/features/account/recovery.service.ts";
import { resetDueFactors } from "#app/features/account/second-factor/resets.service.ts";
import { purgeRefused } from "#app/features/admission/purge-refused.ts";
import { tellDeciders } from "#app/features/admission/tell-deciders.ts";
import { sendAnnouncements } from "#app/features/announcements/send-announcements.ts";
import { tellAnnouncement } from "#app/features/announcements/tell-announcement.ts";
import { publishDue } from "#app/features/authoring/publish-due.ts";
import { writeWeeklyLetters } from "#app/features/community/digest/weekly-letter.ts";
import { tellOfPosts } from "#app/features/community/posts/tell-of-posts.ts";
import { purgeMessages } from "#app/features/contact/messages.service.ts";
import { closeExams } from "#app/features/exam/marking.service.ts";
import { sendInvitations } from "#app/features/invitations/send-batch.service.ts";
import { remindTerms } from "#app/features/lodges/remind-terms.ts";
import { remindMentoring } from "#app/features/mentoring/mentorship-sessions/reminders.ts";
import { purgeNewsletter, writeToSubscriber } from "#app/features/newsletter/newsletter.service.ts";
import { remindReadingGroups } from "#app/features/reading-groups/remind-reading-groups.ts";
import { remindReviews } from "#app/features/review/remind-reviews.ts";
import { tellOfWeek } from "#app/features/week/tell-of-week.ts";
import { backUpDaily } from "#app/server/backup/daily.ts";
import { purgeFiles } from "#app/server/files/purge-files.ts";
import type { JobTable } from "#app/server/jobs/queue.ts";
import { deliverMail } from "#app/server/mail/deliver-mail.ts";
import { pushNotice } from "#app/server/notify/push-notice.ts";
import { sendDigests } from "#app/server/notify/send-digests.ts";
import { purgeExpired } from "./purge-expired.ts";

/** Every background task of the product. */
export const JOBS: JobTable = {
  "deliver-mail": deliverMail,
  "push-notice": pushNotice,
  "tell-of-posts": tellOfPosts,
  "send-digests": sendDigests,
  "send-announcements": sendAnnouncements,
  "tell-announcement": tellAnnouncement,
  "write-weekly-letters": writeWeeklyLetters,
  "recover-password": recoverPassword,
  "subscribe-newsletter": writeToSubscriber,
  "send-invitations": sendInvitations,
  "remind-mentoring": remindMentoring,
  "remind-reviews": remindReviews,
  "tell-of-week": tellOfWeek,
  "remind-reading-groups": remindReadingGroups,
  "tell-deciders": tellDeciders,
  "purge-refused": purgeRefused,
  "remind-terms": remindTerms,
  "reset-due-factors": resetDueFactors,
  "close-exams": closeExams,
  "publish-due": publishDue,
  "purge-expired": purgeExpired,
  "purge-files": purgeFiles,
  "purge-newsletter": purgeNewsletter,
  "purge-contact-messages": purgeMessages,
  "back-up-daily": backUpDaily,
};
