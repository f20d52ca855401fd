import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation, useMatches } from "react-router";
import { useSession } from "#app/features/account/account.queries.ts";
import { ClosedUntilConfirmed, UnconfirmedBanner } from "#app/features/account/components/address-confirmation.tsx";
import { useLoweredDegree } from "#app/features/account/use-lowered-degree.ts";
import { ClosedUntilAdmitted, WaitingBanner } from "#app/features/admission/components/closed-until-admitted.tsx";
import { FailedPage } from "#app/features/offline/components/late.tsx";
import { useKept } from "#app/features/offline/use-kept.ts";
import { draftNames } from "#app/lib/drafts.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { HeaderPlaceContext } from "#app/ui/reduced-header.tsx";
import { Waiting } from "#app/ui/states.tsx";
import { FactorMissing } from "./components/factor-missing.tsx";
import { Footer } from "./components/footer.tsx";
import { Header } from "./components/header.tsx";

/** Pages behind login. */
export default function MemberLayout() {
  return <MemberFrame />;
}

/** Pages of what is open to a member whose address is not confirmed (src/server/http/standing.ts); the others say how they open. */
const opensBeforeConfirmation = (pathname: string): boolean =>
  /^\/(dashboard|continuar|conta|esperando|anotacoes|notificacoes|avaliacao|modulos(\/[^/]+)?|modulo\/[^/]+|modulo\/1\/licao\/[^/]+)\/?$/.test(
    pathname,
  );

/** What the page shows while it waits for its data, which is what it shows while the session loads, too. */
function Shell() {
  const { Shell: Own = Waiting } = (useMatches().at(-1)?.handle ?? {}) as Partial<WaitingPage>;
  return <Own />;
}

/** What speaks of the connection comes after the page, as long as there is one. */
function useConnectionBar(ready: boolean) {
  const [parts, setParts] = useState<typeof import("#app/features/offline/components/connection-bar.tsx")>();
  useEffect(() => {
    if (ready) void import("#app/features/offline/components/connection-bar.tsx").then(setParts, () => undefined);
  }, [ready]);
  return parts?.ConnectionBar;
}

/** Sends what waits for the connection, on whatever page it was done. */
function useWaitingSent(memberId: string | undefined): void {
  useEffect(() => {
    if (memberId && draftNames("", "browser").length > 0) void import("./outboxes.ts").then(({ sendWaiting }) => sendWaiting());
  }, [memberId]);
}

/**
 * The page's shell while the session loads, then the page, or the way to /login and back. Some pages are for administrators only. @param above what
 * stands above each of its pages
 */
export function MemberFrame({ adminOnly = false, above }: { adminOnly?: boolean; above?: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [reduced, setReduced] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const header = useMemo(() => ({ place, setReduced }), [place]);
  const member = session.data?.member;
  useLoweredDegree(member?.degree);
  useKept(member?.standing === "full" ? member.id : undefined);
  useWaitingSent(member?.id);
  const ConnectionBar = useConnectionBar(!session.isPending);
  const closed = member !== undefined && member !== null && member.standing !== "full" && !opensBeforeConfirmation(pathname);
  if (session.isSuccess && !member) {
    const back = session.data.gone === "left" ? "/login" : `/login?volta=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={back} state={session.data.gone === "ended" ? { ended: true } : null} replace />;
  }
  const lacksFactor = adminOnly && member?.secondFactorMissing === true;
  if (adminOnly && member && !member.can.administer && !lacksFactor) return <Navigate to="/dashboard" replace />;
  return (
    <HeaderPlaceContext value={header}>
      <meta name="robots" content="noindex" />
      <Header place={reduced ? setPlace : undefined} />
      <main id="conteudo" className="whole-screen">
        {member && ConnectionBar && <ConnectionBar />}
        {!session.isError && !lacksFactor && above}
        {session.isPending && <Shell />}
        {session.isError && (
          <div className="page">
            <FailedPage
              what="Esta página"
              title="Não foi possível abrir a sua sessão"
              error={session.error}
              onRetry={() => void session.refetch()}
            />
          </div>
        )}
        {member && closed && (member.standing === "waiting" ? <ClosedUntilAdmitted /> : <ClosedUntilConfirmed />)}
        {lacksFactor && <FactorMissing />}
        {member && !closed && !lacksFactor && (
          <>
            {member.standing === "unconfirmed" && <UnconfirmedBanner />}
            {member.standing === "waiting" && !pathname.startsWith("/esperando") && <WaitingBanner />}
            <Outlet />
          </>
        )}
      </main>
      {!reduced && <Footer />}
    </HeaderPlaceContext>
  );
}
