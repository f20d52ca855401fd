import type { Role } from "#app/features/account/account.table.ts";
import { isLastAdmin } from "#app/features/account/administrators.policy.ts";
import { mayCorrectProfile } from "#app/features/account/profile.policy.ts";
import type { AdminMember } from "./admin.answers.ts";

type MemberActions = AdminMember["can"];
type Person = { id: string; role: Role };
type Target = Person & { suspended: boolean; hasFactors: boolean };

/**
 * What an administrator may do to a member. Their own record is on /conta, where sessions and account are ended with the password.
 * @param administrators how many there are; a suspended one does not count
 */
export function memberActions(actor: Person, target: Target, administrators: number): MemberActions {
  if (actor.role !== "admin")
    return {
      correct: false,
      changeRole: false,
      changeDegree: false,
      endSessions: false,
      resetFactors: false,
      suspend: false,
      delete: false,
    };
  const self = actor.id === target.id;
  const last = !target.suspended && isLastAdmin(target, administrators);
  return {
    correct: mayCorrectProfile(actor, target.id),
    changeRole: !last,
    changeDegree: canDecideDegree(actor, target, administrators),
    endSessions: !self,
    resetFactors: !self && target.hasFactors,
    suspend: !self && !last,
    delete: !self && !last,
  };
}

/** Nobody confirms their own degree while there is another administrator who can. */
export const canDecideDegree = (actor: Pick<Person, "id">, target: Pick<Person, "id">, administrators: number): boolean =>
  actor.id !== target.id || administrators <= 1;
