import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { leave } from "../leave.ts";

/** "Sair", in the account page itself: on a phone the header keeps it in its menu. */
export function LeaveButton() {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const onLeave = async () => {
    setLeaving(true);
    const left = await leave();
    setLeaving(false);
    if (left) void navigate("/login");
  };
  return (
    <Button look="secondary" className="lg:hidden" busy={leaving} onClick={() => void onLeave()}>
      Sair da conta
    </Button>
  );
}
