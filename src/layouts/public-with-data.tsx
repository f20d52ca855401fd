import { Application } from "./components/application.tsx";
import { PublicFrame } from "./public.tsx";

/** Pages for everybody that call the API, such as forms. */
export default function PublicWithDataLayout() {
  return (
    <Application>
      <PublicFrame />
    </Application>
  );
}
