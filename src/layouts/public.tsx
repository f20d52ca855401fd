import { type ComponentType, useEffect, useState } from "react";
import PublicFrame from "./public-frame.tsx";

/** Pages for everybody that only show something: static HTML, and few scripts. */
export default function PublicLayout() {
  return (
    <>
      <PublicFrame />
      <ToastsOfMembers />
    </>
  );
}

/** On these pages only the header's "Sair" has anything to tell, so visitors do not load the toasts. */
function ToastsOfMembers() {
  const [view, setView] = useState<{ Toasts: ComponentType }>();
  useEffect(() => {
    if (document.documentElement.dataset.session) void import("#app/ui/toasts.tsx").then(setView);
  }, []);
  return view ? <view.Toasts /> : null;
}
