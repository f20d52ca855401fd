import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";

type Props = { label?: string; className: string };

/** Ends the session. What it needs is loaded when it is pressed: in the header it is on every page. */
export function LeaveButton({ label = "Sair", className }: Props) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const onLeave = async () => {
    setLeaving(true);
    // without a connection the code that would say so may not come either
    const left = await import("../leave.ts").then(({ leave }) => leave()).catch(() => false);
    setLeaving(false);
    if (left) void navigate("/login");
  };
  return (
    <Button look="secondary" className={className} busy={leaving} onClick={() => void onLeave()}>
      {label}
    </Button>
  );
}
