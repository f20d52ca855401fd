import { useEffect, useRef } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import type { SessionState } from "#app/features/account/account.queries.ts";
import { useSession } from "#app/features/account/account.queries.ts";
import { ErrorState, Waiting } from "#app/ui/states.tsx";
import { toastError } from "#app/ui/toasts.tsx";
import { Footer } from "./components/footer.tsx";
import { Header } from "./components/header.tsx";

/** Pages behind login. */
export default function MemberLayout() {
  return <MemberFrame />;
}

/** Whoever was here and is not any more did not leave by himself, so a message says so. */
function useEndOfSession(state: SessionState | undefined): void {
  const here = useRef(false);
  useEffect(() => {
    if (here.current && state && !state.member && !state.left)
      toastError("Sua sessão terminou", "Entre de novo para continuar de onde parou.");
    here.current = Boolean(state?.member);
  }, [state]);
}

/** A spinner while the session loads, then the page, or the way to /login and back. Some pages are for administrators only. */
export function MemberFrame({ adminOnly = false }: { adminOnly?: boolean }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const member = session.data?.member;
  useEndOfSession(session.data);
  if (session.isSuccess && !member) {
    return <Navigate to={session.data.left ? "/login" : `/login?volta=${encodeURIComponent(pathname + search)}`} replace />;
  }
  if (adminOnly && member && !member.can.administer) return <Navigate to="/dashboard" replace />;
  return (
    <>
      <meta name="robots" content="noindex" />
      <Header />
      <main id="conteudo">
        {session.isPending && <Waiting />}
        {session.isError && (
          <div className="page">
            <ErrorState
              title="Não foi possível abrir a sua sessão"
              error={session.error}
              onRetry={() => void session.refetch()}
            />
          </div>
        )}
        {member && <Outlet />}
      </main>
      <Footer />
    </>
  );
}
