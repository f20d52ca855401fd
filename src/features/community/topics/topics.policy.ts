type Facts = { lockedAt: Date | null; closedAt: Date | null; moderates: boolean };

/** Whether new posts are taken: moderators write also where others do not any more. */
export const takesPosts = ({ lockedAt, closedAt, moderates }: Facts): boolean =>
  moderates || (lockedAt === null && closedAt === null);
