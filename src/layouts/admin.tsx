import { AdminRooms } from "#app/features/admin/components/admin-rooms.tsx";
import { MemberFrame } from "./member.tsx";

/** Pages of the administration; other members are sent to their dashboard. */
export default function AdminLayout() {
  return <MemberFrame adminOnly above={<AdminRooms />} />;
}
