import type { Role } from "#app/features/account/account.table.ts";
import type { AdminMember } from "./admin.answers.ts";

/** What an administrator may do to a member. */
type MemberActions = AdminMember["can"];

type Person = { id: string; role: Role };

/**
 * The last administrator can be neither demoted nor deleted. One's own sessions and account are ended on /conta, which asks for
 * the password.
 * @param administrators how many there are
 */
export function memberActions(actor: Person, target: Person, administrators: number): MemberActions {
  if (actor.role !== "admin") return { changeRole: false, changeDegree: false, endSessions: false, delete: false };
  const self = actor.id === target.id;
  const last = isLastAdmin(target, administrators);
  return { changeRole: !last, changeDegree: true, endSessions: !self, delete: !self && !last };
}

export const isLastAdmin = (target: Pick<Person, "role">, administrators: number): boolean =>
  target.role === "admin" && administrators <= 1;
