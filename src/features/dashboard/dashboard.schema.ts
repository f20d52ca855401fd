import type { ModuleCard, NextStep } from "#app/features/courses/courses.schema.ts";
import type { NextMentorshipSession } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.schema.ts";
import type { Degree } from "#app/lib/degrees.ts";

/** One line of "Atividades recentes". */
export type Activity =
  | { kind: "completed" | "read"; at: string; moduleId: number; number: number; title: string; percent: number }
  | { kind: "assessed"; at: string; level: Degree };

export type Dashboard = {
  name: string;
  degree: Degree;
  level: Degree | null;
  /** When the visit before this one ended; null on the first. */
  lastAccess: string | null;
  overall: { percent: number; completedLessons: number; lessons: number; examPassed: boolean };
  modules: ModuleCard[];
  activities: Activity[];
  /** What to study next; null when every open lesson is complete. */
  next: (NextStep & { minutes: number; lessonCount: number; started: boolean }) | null;
  /** The member's next mentorship session, and what waits for him in mentoring. */
  mentoring: { next: NextMentorshipSession | null; upcoming: number; requests: number; unread: number };
  reflection: { text: string; source: string | null };
};
