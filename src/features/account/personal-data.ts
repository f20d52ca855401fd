import { AUDIT } from "./personal-data/audit.ts";
import { CORRESPONDENCE } from "./personal-data/correspondence.ts";
import { MENTORING } from "./personal-data/mentoring.ts";
import { OWN_ACCOUNT } from "./personal-data/own-account.ts";
import type { PersonalTable } from "./personal-data/personal-table.ts";
import { STUDY } from "./personal-data/study.ts";

/**
 * Every table that holds a member's data, with how it is exported and how it is deleted; export.service.ts and deletion.service.ts
 * do what stands here. personal-data.test.ts compares it with the database's own catalogue: a table that is missing, or that says
 * one thing and does another, fails the test. A new feature adds its tables in one of these lists.
 */
export const PERSONAL_DATA: PersonalTable[] = [...OWN_ACCOUNT, ...STUDY, ...MENTORING, ...CORRESPONDENCE, ...AUDIT];
