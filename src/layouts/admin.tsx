import { Navigate } from "react-router";
import { useSession } from "../features/account/account.queries.ts";
import MemberLayout from "./member.tsx";

/** Pages of the administration; other members are sent to their dashboard. */
export default function AdminLayout() {
  const member = useSession().data?.member;
  if (member && !member.can.administer) return <Navigate to="/dashboard" replace />;
  return <MemberLayout />;
}
