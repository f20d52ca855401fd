import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { VersionsPage, WaitingVersions } from "../components/versions-page.tsx";

export const handle: WaitingPage = { Shell: WaitingVersions };

export default function PublishLessonPage() {
  return <VersionsPage kind="lesson" />;
}
